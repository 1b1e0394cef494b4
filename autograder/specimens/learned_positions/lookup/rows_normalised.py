"""Believes that position vectors must have length 1.

Each row is divided by its length before it is returned, so the model cannot learn how large a position vector is.

Look at: Compare the lengths of the rows of the result with those of the table's rows.
"""

import torch
import torch.nn.functional as F
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"no position vectors past {self.block_size}, T is {T}")
        vectors = self.wpe(torch.arange(T, device=device))
        return F.normalize(vectors, dim=-1)
