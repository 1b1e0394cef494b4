"""Believes that two tables are richer than one.

A second table of the same size is learned and added: twice the parameters.

Look at: List the parameters with their shapes, and count them.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        self.extra = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"{T} tokens, at most {self.block_size}")
        positions = torch.arange(T, device=device)
        return self.wpe(positions) + self.extra(positions)
