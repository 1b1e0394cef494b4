"""Believes that nn.Module finds parameters inside an ordinary Python list.

The table sits in a list, so it is not registered: parameters() is empty, the optimizer never sees it, and it is
neither saved nor moved. The values of a call look right.

Look at: Print `list(module.parameters())` and `module.state_dict()`.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.tables = []
        self.tables.append(nn.Parameter(torch.randn(config.block_size, config.n_embd)))

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"T={T} is longer than {self.block_size}")
        return self.tables[0][torch.arange(T, device=device)]
