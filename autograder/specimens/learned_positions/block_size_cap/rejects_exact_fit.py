"""Believes that a full block is already too long.

T == block_size is refused, although the table has a row for each of these positions.

Look at: Call it with T equal to block_size. Which is the last position that it needs?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if not T < self.config.block_size:
            raise ValueError(f"T must be smaller than {self.config.block_size}, not {T}")
        return self.wpe(torch.arange(T, device=device))
