"""torch.take_along_dim with the same row index in every column."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.rows = nn.Parameter(torch.randn(config.block_size, config.n_embd))

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"can take {self.block_size} rows, not {T}")
        index = torch.arange(T, device=device).unsqueeze(1).expand(-1, self.rows.shape[1])
        return torch.take_along_dim(self.rows, index, dim=0)


def crop_to_block_size(idx, block_size):
    B, T = idx.shape
    if T <= block_size:
        return idx
    last = torch.arange(T - block_size, T, device=idx.device)
    return torch.take_along_dim(idx, last.expand(B, block_size), dim=1)
