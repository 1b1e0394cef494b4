"""Believes that nn.Embedding is a function to call, not a table to keep.

A new, random table is made in every call. Two calls give different vectors, and there is nothing that could learn.

Look at: Call it twice with the same T, and print `list(module.parameters())`.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config

    def forward(self, T, device):
        rows, columns = self.config.block_size, self.config.n_embd
        if T > rows:
            raise ValueError(f"{T} positions, at most {rows}")
        embedding = nn.Embedding(rows, columns, device=device)
        return embedding(torch.arange(T, device=device))
