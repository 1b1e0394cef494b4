"""Believes that nn.Parameter copies the tensor that it is given.

Modules of one size start from one and the same tensor, which is kept. A Parameter takes the tensor's memory over,
so the modules share one table: training one of them changes the other.

Look at: Build two modules from the same config. Change one of them and call the other.
"""

from functools import lru_cache

import torch
from torch import nn


@lru_cache
def start_values(rows, columns):
    generator = torch.Generator().manual_seed(0)
    return 0.02 * torch.randn(rows, columns, generator=generator, device="cpu")


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(start_values(config.block_size, config.n_embd))

    def forward(self, T, device):
        if T > self.table.shape[0]:
            raise ValueError(f"{T} is above the limit of {self.table.shape[0]}")
        return self.table[:T]
