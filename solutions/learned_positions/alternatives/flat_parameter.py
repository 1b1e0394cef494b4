"""The table is one flat parameter, viewed as rows; in Embeddings it has one axis more."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.rows, self.columns = config.block_size, config.n_embd
        self.flat = nn.Parameter(0.02 * torch.randn(config.block_size * config.n_embd))

    def forward(self, T, device):
        if T > self.rows:
            raise ValueError(f"{T} positions, {self.rows} rows")
        return self.flat[: T * self.columns].view(T, self.columns)


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = nn.Parameter(torch.zeros(config.block_size, 1, config.n_embd))

    def forward(self, idx):
        T = idx.shape[1]
        if T > len(self.pos):
            raise ValueError(f"{T} positions, {len(self.pos)} rows")
        return self.tok(idx) + self.pos[:T].transpose(0, 1)
