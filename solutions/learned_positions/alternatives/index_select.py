"""index_select along the rows, for vectors and for the crop."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(torch.zeros(config.block_size, config.n_embd).uniform_(-0.1, 0.1))

    def forward(self, T, device):
        n_rows, _ = self.table.shape
        if n_rows < T:
            raise ValueError(f"no row for position {n_rows}, but T is {T}")
        return torch.index_select(self.table, 0, torch.arange(T, device=device, dtype=torch.int32))


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(torch.randn(config.vocab_size, config.n_embd))
        self.positions = PositionalEmbedding(config)

    def forward(self, idx):
        B, T = idx.shape
        tokens = self.table.index_select(0, idx.reshape(-1)).reshape(B, T, self.table.size(1))
        return tokens + self.positions(T, idx.device)


def crop_to_block_size(idx, block_size):
    T = idx.size(1)
    kept = torch.arange(max(0, T - block_size), T, device=idx.device)
    return idx.index_select(1, kept)
