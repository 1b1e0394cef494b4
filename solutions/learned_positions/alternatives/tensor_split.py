"""The table cut in two with tensor_split, the tokens with split; only one part of each is used."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(torch.randn(config.block_size, config.n_embd).mul_(0.02))

    def forward(self, T, device):
        spare = self.table.size(0) - T
        if spare < 0:
            raise ValueError(f"{-spare} positions too many: T={T}")
        used, _unused = self.table.tensor_split((T,))
        return used


def crop_to_block_size(idx, block_size):
    kept = min(idx.shape[1], block_size)
    _dropped, tail = idx.split([idx.shape[1] - kept, kept], dim=1)
    return tail
