"""Believes that position block_size still has a row.

The check lets T = block_size + 1 through, and the lookup then fails with IndexError. From block_size + 2 on all is
right.

Look at: Call it with T = block_size + 1. Which is the last position that it needs?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        last_position = T - 1
        if last_position > self.config.block_size:
            raise ValueError(f"position {last_position} is outside a block of {self.config.block_size}")
        return self.wpe(torch.arange(T, device=device))
