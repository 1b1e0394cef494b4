"""Believes that the position vectors are scaled, as the 2017 paper scales its token vectors.

Every row is multiplied by the square root of n_embd. GPT-2 does not scale.

Look at: Divide the result by the rows of the table.
"""

import math

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        self.scale = math.sqrt(config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"{T} tokens do not fit into a block of {self.block_size}")
        pos = torch.arange(T, device=device)
        return self.wpe(pos) * self.scale
