"""Believes that index 0 is padding here, as it often is among tokens.

Position 0 is a real position. With padding_idx its row gets no gradient: the first token's position never learns.

Look at: Print the gradient of row 0 of the table.
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
        return F.embedding(ids, self.table, padding_idx=0)
