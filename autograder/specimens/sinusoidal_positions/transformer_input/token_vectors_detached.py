"""The encoding takes no gradient, so the sum is made under no_grad.

That cuts off the token vectors as well: no gradient reaches the token table and it never learns.

Look at: requires_grad of the output, and which of the two operands should learn.
"""

import torch
import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model), persistent=False)

    @torch.no_grad()
    def forward(self, token_ids):
        T = token_ids.size(1)
        if T > self.max_len:
            raise ValueError(f"T = {T} is larger than max_len = {self.max_len}")
        return self.tokens(token_ids) + self.pe[:T]
