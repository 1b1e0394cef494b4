"""Believes that shifting the rows by one, as one does with targets, belongs here too.

The rows are rolled: position 0 gets row T - 1 and every other position gets the row before its own. The set of rows
is right, their order is not.

Look at: Compare the row of the first token for T = 3 and for T = 4.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.embed = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"length {T} is over the limit, {self.block_size}")
        rows = self.embed(torch.arange(T, device=device))
        return torch.roll(rows, shifts=1, dims=0)
