"""Believes that a sequence starts with an extra slot, so that positions are counted one late.

The positions are 0, 0, 1, 2, ...: the first two tokens share a row, and each later token gets the row of its left
neighbour.

Look at: Compare the rows of the first two tokens.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.max_len = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.max_len:
            raise ValueError(f"max_len is {self.max_len}, T is {T}")
        positions = [max(t - 1, 0) for t in range(T)]
        return self.wpe(torch.tensor(positions, dtype=torch.long, device=device))
