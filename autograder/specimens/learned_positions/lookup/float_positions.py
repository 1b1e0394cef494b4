"""Believes that a position is a number like any other.

The positions are made as float32. A table is indexed with whole numbers, and every call fails.

Look at: Print the number type of the positions, and read which types a lookup takes.
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
            raise ValueError(f"{T} tokens, at most {self.block_size}")
        positions = torch.arange(T, dtype=torch.float32, device=device)
        return self.wpe(positions)
