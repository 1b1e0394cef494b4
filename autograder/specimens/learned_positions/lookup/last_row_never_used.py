"""Believes that an index must stay below block_size - 1.

In a full block the last two positions share a row, and the last row never learns. In any shorter sequence all is
right.

Look at: Compare the last two rows of the result when T equals block_size.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.rows = config.block_size
        self.table = nn.Parameter(torch.randn(config.block_size, config.n_embd))

    def forward(self, T, device):
        if T > self.rows:
            raise ValueError(f"T = {T}, the table has {self.rows} rows")
        ids = torch.arange(T, device=device)
        ids = torch.clamp(ids, max=self.rows - 2)  # never out of range
        return self.table[ids]
