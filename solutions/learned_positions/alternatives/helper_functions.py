"""Small helpers do the work: one checks the length, one makes positions, one looks up."""

import torch
from torch import nn


def check_length(length, limit):
    """Return length, or raise ValueError if it is over the limit."""
    if min(length, limit) != length:
        raise ValueError(f"length {length} exceeds the limit of {limit}")
    return length


def positions_for(length, device):
    return torch.ones(length, dtype=torch.int64, device=device).cumsum(0) - 1


def look_up(table, ids):
    return table.index_select(0, ids)


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.limit = config.block_size
        self.table = nn.Parameter(0.02 * torch.randn(config.block_size, config.n_embd))

    def forward(self, T, device):
        return look_up(self.table, positions_for(check_length(T, self.limit), device))


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.limit = config.block_size
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        T = check_length(idx.shape[1], self.limit)
        return self.tok(idx) + self.pos(T, idx.device)


def crop_to_block_size(idx, block_size):
    return tail(idx, min(block_size, idx.shape[1]))


def tail(idx, n):
    return idx[:, idx.shape[1] - n :]
