"""A zero-initialised table of shape (1, block_size, n_embd), read with narrow."""

import torch
import torch.nn.functional as F
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.pos_embed = nn.Parameter(torch.zeros(1, config.block_size, config.n_embd))

    def forward(self, T, device):
        _, limit, _ = self.pos_embed.shape
        if T > limit:
            raise ValueError(f"{T} is more than {limit} positions")
        return self.pos_embed.narrow(1, 0, T).squeeze(0)


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok_embed = nn.Parameter(torch.zeros(config.vocab_size, config.n_embd))
        self.pos_embed = nn.Parameter(torch.zeros(1, config.block_size, config.n_embd))

    def forward(self, idx):
        T = idx.shape[1]
        if T > self.pos_embed.shape[1]:
            raise ValueError(f"{T} is more than {self.pos_embed.shape[1]} positions")
        return F.embedding(idx, self.tok_embed) + self.pos_embed[:, :T]
