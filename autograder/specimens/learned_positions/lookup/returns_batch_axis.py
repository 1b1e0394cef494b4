"""Believes that the lookup must already have a batch axis.

The ids get a leading axis, so the result is (1, T, n_embd) and not (T, n_embd). Added to (B, T, n_embd) it makes no
difference; the shape that was asked for is another one.

Look at: Count the axes of the result. How many were asked for?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.max_len = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.max_len:
            raise ValueError(f"cannot embed {T} positions with a table of {self.max_len}")
        pos = torch.arange(T, device=device)[None, :]
        return self.wpe(pos)
