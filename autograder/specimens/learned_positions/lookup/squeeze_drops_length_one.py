"""Believes that .squeeze() takes away just the axis that was added.

Without a number, squeeze takes away every axis of size 1. For T = 1 the time axis goes as well and the result is
(n_embd,). For longer sequences all is right.

Look at: Print the shape of the result for a sequence of one token, before and after the axis is taken away.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(torch.randn(1, config.block_size, config.n_embd))

    def forward(self, T, device):
        longest = self.table.shape[1]
        if T > longest:
            raise ValueError(f"{T} positions asked for, {longest} learned")
        return self.table[:, :T].squeeze()
