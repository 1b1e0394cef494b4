"""Believes that a list of vectors is as good as a matrix.

A Python list of T vectors comes back, which cannot be added to anything.

Look at: Print the type of the result.
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
        return [self.wpe.weight[t] for t in range(T)]
