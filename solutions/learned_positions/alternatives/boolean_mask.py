"""A boolean mask selects the rows below T, and the tokens that are kept."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(0.02 * torch.randn(config.block_size, config.n_embd))

    def forward(self, T, device):
        if len(self.table) < T:
            raise ValueError(f"the table has {len(self.table)} rows, {T} are asked for")
        return self.table[torch.arange(len(self.table), device=device) < T]


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        return self.tok(idx) + self.pos(idx.shape[1], idx.device)


def crop_to_block_size(idx, block_size):
    T = idx.shape[1]
    return idx[:, torch.arange(T, device=idx.device) >= T - block_size]
