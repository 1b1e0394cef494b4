"""Believes that the last position is block_size and needs a row as well.

The table has block_size + 1 rows. The last one is never read: n_embd parameters too many.

Look at: What are the smallest and the largest position, and how many are there in all?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size + 1, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"block_size={self.block_size} < T={T}")
        return self.wpe(torch.arange(T, device=device))
