"""Believes that the end of arange is included.

The positions end at T - 2: the result has T - 1 rows, one fewer than there are tokens.

Look at: Count the rows for T = 1.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"length {T} is over the limit, {self.block_size}")
        last = max(T - 1, 0)
        return self.wpe(torch.arange(0, last, device=device))
