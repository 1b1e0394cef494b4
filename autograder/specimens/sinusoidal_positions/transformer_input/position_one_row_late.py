"""Row 0 is kept for padding, so the first token is at position 1.

Every token gets the row of the position after it. Padding has no row of its own in this exercise.

Look at: the encoding that the first token of a sequence gets. It should be 0, 1, 0, 1, ...
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max_len + 1, d_model), persistent=False)

    def forward(self, token_ids):
        n = token_ids.size(1)
        if n > self.max_len:
            raise ValueError(f"{n} tokens are too many; at most {self.max_len}")
        return self.tokens(token_ids) + self.pe[1 : n + 1]
