"""Believes that position vectors must be normalised as they leave the table.

A LayerNorm stands behind the lookup. It changes the rows and brings 2 * n_embd learned numbers that are not asked
for.

Look at: Put the result beside the rows of the table, and count the parameters.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        self.norm = nn.LayerNorm(config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"T={T}, but there are {self.block_size} positions")
        return self.norm(self.wpe(torch.arange(T, device=device)))
