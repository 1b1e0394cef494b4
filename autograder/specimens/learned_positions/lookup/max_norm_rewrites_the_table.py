"""Believes that max_norm limits what is returned and leaves the table alone.

With max_norm a lookup shortens the long rows in the table itself. A call changes the weights, and long rows come
back shorter than they were.

Look at: Compare the table before and after a call.
"""

import torch
import torch.nn.functional as F
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(torch.randn(config.block_size, config.n_embd))

    def forward(self, T, device):
        if T > self.table.shape[0]:
            raise ValueError(f"{T} positions, table of {self.table.shape[0]}")
        ids = torch.arange(T, device=device)
        return F.embedding(ids, self.table, max_norm=1.0)
