"""torch.where puts a 0 in place of every index that is out of range; the surplus is cut off."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"position {self.block_size} and later ones have no vector (T is {T})")
        every = torch.arange(self.block_size, device=device)
        ids = torch.where(every < T, every, torch.zeros_like(every))
        return self.wpe(ids[:T])


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        x = self.tok(idx)
        pos = self.pos(idx.shape[1], idx.device)
        there = torch.ones(x.shape, dtype=torch.bool, device=x.device)
        return torch.where(there, x + pos, x)
