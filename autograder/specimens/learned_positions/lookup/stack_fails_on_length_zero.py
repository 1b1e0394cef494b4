"""Believes that there is always at least one position to stack.

The rows are collected in a list and stacked. For T = 0 the list is empty, and torch.stack of an empty list is an
error.

Look at: Call it with T = 0. The result has a shape, even if it has no rows.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(torch.randn(config.block_size, config.n_embd))

    def forward(self, T, device):
        if T > len(self.table):
            raise ValueError(f"there are {len(self.table)} positions, not {T}")
        rows = []
        for t in range(T):
            rows.append(self.table[t])
        return torch.stack(rows)
