"""Believes that a token without a position may simply go without.

Positions past the end get a vector of zeros. No error; the model cannot tell the late tokens apart.

Look at: Compare the last rows of the result for T = block_size + 3.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(0.02 * torch.randn(config.block_size, config.n_embd))

    def forward(self, T, device):
        rows, columns = self.table.shape
        vectors = self.table[:T]
        if T > rows:
            vectors = torch.cat([vectors, vectors.new_zeros(T - rows, columns)])
        return vectors
