"""Believes that the positions are the result, and that the table is applied elsewhere.

The whole numbers 0 to T-1 come back, and the table is never used.

Look at: Print the shape of the result, and compare it with (T, n_embd).
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
        return torch.arange(T, device=device)
