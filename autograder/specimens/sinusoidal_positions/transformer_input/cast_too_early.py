"""The encoding is to have the token vectors' dtype, so it is computed in that dtype from the start.

In float32 that does little harm. In half precision the rates and angles are rounded before the sine is taken, and late
positions come out wrong.

Look at: the dtype in which the angles are computed after module.half(), and the output at a late position.
"""

import math

import torch
import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.d_model = d_model
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)

    def forward(self, token_ids):
        T = token_ids.size(1)
        if T > self.max_len:
            raise ValueError(f"{T} positions are more than {self.max_len}")
        x = self.tokens(token_ids)
        pos = torch.arange(T, device=x.device).to(x.dtype).unsqueeze(1)
        two_i = torch.arange(0, self.d_model, 2, device=x.device).to(x.dtype)
        angle = pos * torch.exp(two_i * (-math.log(10000.0) / self.d_model))
        pe = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)[:, : self.d_model]
        return x + pe
