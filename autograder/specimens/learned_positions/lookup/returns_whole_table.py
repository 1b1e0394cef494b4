"""Believes that the caller cuts the table to length.

All block_size rows come back, whatever T is. Only a full block has the right shape.

Look at: Count the rows of the result for a short sequence.
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
            raise ValueError(f"T must not be larger than {self.block_size}, but is {T}")
        positions = torch.arange(self.block_size, device=device)
        return self.wpe(positions)
