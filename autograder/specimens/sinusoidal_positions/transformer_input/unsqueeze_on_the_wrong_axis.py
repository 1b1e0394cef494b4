"""The encoding needs a batch axis, and it goes in the middle.

That fits input whose first axis is the time. Here it lays positions along the batch: the sum fails unless B is 1 or
equals T, and then it is silently wrong.

Look at: the shapes of the two operands of the sum, with B and T different.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.embed = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model).unsqueeze(1), persistent=False)

    def forward(self, token_ids):
        T = token_ids.size(1)
        if T > len(self.pe):
            raise ValueError(f"only {len(self.pe)} positions, but {T} tokens")
        return self.embed(token_ids) + self.pe[:T]
