"""Believes that the model should learn how strong the positions are.

A learned factor multiplies the rows: one parameter too many, and rows that are not the table's.

Look at: List the parameters with their shapes.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"{T} tokens, at most {self.block_size}")
        return self.scale * self.wpe(torch.arange(T, device=device))
