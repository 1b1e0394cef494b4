"""Believes that the rows for the last T tokens are the last T rows of the table.

The slice counts from the end of the table. Only a full block is right; for T = 0 the slice gives the whole table.

Look at: Which row does the first token of a short sequence get? Which rows learn if most sequences are short?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(torch.randn(config.block_size, config.n_embd))

    def forward(self, T, device):
        if T > self.table.shape[0]:
            raise ValueError(f"{T} > {self.table.shape[0]} positions")
        return self.table[-T:]
