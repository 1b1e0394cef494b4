"""Believes that the last row of a table is kept for padding.

The last position's row is made the padding row: it is never trained.

Look at: Which rows of the table get a gradient when T is block_size?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        self.wpe = nn.Embedding(config.block_size, config.n_embd, padding_idx=-1)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"{T} tokens, at most {self.block_size}")
        return self.wpe(torch.arange(T, device=device))
