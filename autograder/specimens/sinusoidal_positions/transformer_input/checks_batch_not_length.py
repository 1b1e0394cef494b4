"""The length of the input is its first size.

The first size is the batch. Large batches of short sequences are refused, and long sequences pass the check and fail
in the sum.

Look at: the shape of token_ids, and what each of its two numbers counts.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.embed = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        if len(token_ids) > self.max_len:
            raise ValueError(f"input of length {len(token_ids)} is longer than {self.max_len}")
        x = self.embed(token_ids)
        return x + self.pe[: x.size(1)]
