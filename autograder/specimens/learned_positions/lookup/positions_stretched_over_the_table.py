"""Believes that a sequence of any length should cover the whole table.

The positions are spread evenly from the first row to the last. Only a full block is right; in a shorter one a
token's row depends on how many tokens follow it.

Look at: Compare the row of the second token for T = 3 and for T = 5.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.rows = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.rows:
            raise ValueError(f"{T} positions do not go into {self.rows} rows")
        positions = torch.arange(T, device=device) * (self.rows - 1) // max(T - 1, 1)
        return self.wpe(positions)
