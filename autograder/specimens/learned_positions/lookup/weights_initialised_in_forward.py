"""Believes that the initialisation belongs in forward, before the table is used.

Every call draws the whole table anew. Two calls give different vectors, and nothing that the table has learned
survives.

Look at: Compare the table before and after a call.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.max_len = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.max_len:
            raise ValueError(f"T is {T}, the longest sequence is {self.max_len}")
        nn.init.normal_(self.wpe.weight, mean=0.0, std=0.02)
        return self.wpe(torch.arange(T, device=device))
