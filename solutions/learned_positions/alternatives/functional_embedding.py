"""torch.nn.functional.embedding on two Parameters."""

import torch
import torch.nn.functional as F
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(config.block_size, config.n_embd) * 0.02)

    def forward(self, T, device):
        if T > self.weight.shape[0]:
            raise ValueError(f"the sequence has {T} tokens, the table ends at {self.weight.shape[0]}")
        return F.embedding(torch.arange(T, device=device), self.weight)


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.token_table = nn.Parameter(torch.randn(config.vocab_size, config.n_embd) * 0.02)
        self.position_table = nn.Parameter(torch.randn(config.block_size, config.n_embd) * 0.02)

    def forward(self, idx):
        T, limit = idx.size(1), self.position_table.size(0)
        if T > limit:
            raise ValueError(f"the sequence has {T} tokens, the table ends at {limit}")
        tokens = F.embedding(idx, self.token_table)
        positions = F.embedding(torch.arange(T, device=idx.device), self.position_table)
        return torch.add(tokens, positions)


def crop_to_block_size(idx, block_size):
    if idx.size(1) <= block_size:
        return idx
    return idx.narrow(1, idx.size(1) - block_size, block_size)
