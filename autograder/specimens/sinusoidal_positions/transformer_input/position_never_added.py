"""Registering the encoding makes it part of the result.

The forward returns the token vectors alone: a token has the same vector wherever it stands.

Look at: where in forward the encoding is used.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        if token_ids.size(1) > self.max_len:
            raise ValueError(f"{token_ids.size(1)} tokens do not fit; max_len is {self.max_len}")
        x = self.tokens(token_ids)
        x + self.pe[: x.size(1)].to(x.dtype)
        return x
