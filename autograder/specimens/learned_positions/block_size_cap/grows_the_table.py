"""Believes that the module should make room for whatever comes.

When a sequence is too long, new random rows are added. No error; the rows are unknown to the optimizer, and a
checkpoint no longer fits.

Look at: Count the parameters after a call with T = block_size + 1.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(0.02 * torch.randn(config.block_size, config.n_embd))

    def forward(self, T, device):
        missing = T - self.table.shape[0]
        if missing > 0:
            fresh = 0.02 * torch.randn(missing, self.table.shape[1]).to(self.table)
            self.table = nn.Parameter(torch.cat([self.table.data, fresh]))
        return self.table[:T]
