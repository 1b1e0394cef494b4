"""Believes that a one-hot matrix in float32 can meet a table of any dtype.

The lookup is a matrix product, and the left factor is always float32. As soon as the module is float64, the product
stops with a RuntimeError about dtypes.

Look at: Print the dtypes of the two factors after `module.double()`.
"""

import torch
import torch.nn.functional as F
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.rows = config.block_size
        self.table = nn.Parameter(0.02 * torch.randn(config.block_size, config.n_embd))

    def forward(self, T, device):
        if T > self.rows:
            raise ValueError(f"only {self.rows} rows, {T} wanted")
        ids = torch.arange(T, device=device)
        one_hot = F.one_hot(ids, num_classes=self.rows).float()
        return one_hot @ self.table
