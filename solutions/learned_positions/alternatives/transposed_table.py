"""The table is stored as (n_embd, block_size), one column for each position."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.columns = nn.Parameter(torch.randn(config.n_embd, config.block_size) / 50)

    def forward(self, T, device):
        available = self.columns.shape[1]
        if T > available:
            raise ValueError(f"{available} columns cannot serve {T} positions")
        return self.columns[:, :T].t()


def crop_to_block_size(idx, block_size):
    return idx.t()[-block_size:].t()
