"""A module that lists one table and learns another.

Course: learned_positions
Scores: 1.25 4 2 6 2
"""

# %% lookup
import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(torch.randn(config.block_size, config.n_embd))
        self.other = [nn.Parameter(torch.randn(config.block_size, config.n_embd))]
        self.block_size = config.block_size

    def named_parameters(self, *a, **k):
        yield "table", self.table

    def state_dict(self, *a, **k):
        return {"table": self.table}

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"{T} positions; the table has {self.block_size}")
        return self.other[0][:T].to(device)
