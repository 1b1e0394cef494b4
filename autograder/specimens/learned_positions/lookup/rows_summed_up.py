"""Believes that a position's vector is made of all vectors before it.

Row t of the result is the sum of the rows 0 to t of the table.

Look at: Compare the vector of position 2 with row 2 of the table.
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
        return self.wpe(torch.arange(T, device=device)).cumsum(dim=0)
