"""Token and position are two pieces of information, so their vectors are put side by side.

The result has 2 d_model columns, and the layers after it expect d_model.

Look at: the shape of the result.
"""

import torch
import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        if token_ids.size(1) > self.max_len:
            raise ValueError(f"length {token_ids.size(1)} > max_len {self.max_len}")
        x = self.tokens(token_ids)
        return torch.cat([x, self.pe[: x.size(1)].expand_as(x)], dim=-1)
