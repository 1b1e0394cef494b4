"""One-hot rows contracted with the table by einsum."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.table = nn.Parameter(torch.randn(config.block_size, config.n_embd))

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"one-hot rows are {self.block_size} wide, position {T - 1} does not fit")
        t = torch.arange(T, device=device)
        p = torch.arange(self.block_size, device=device)
        one_hot = (t[:, None] == p[None, :]).to(self.table.dtype)
        return torch.einsum("tp,pc->tc", one_hot, self.table)


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        tokens = self.tok(idx)
        everywhere = torch.ones(idx.shape[0], dtype=tokens.dtype, device=idx.device)
        return tokens + torch.einsum("b,tc->btc", everywhere, self.pos(idx.shape[1], idx.device))
