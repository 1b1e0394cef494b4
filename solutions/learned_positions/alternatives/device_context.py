"""The device is set with a context manager around arange."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"block of {self.block_size} is too short for {T}")
        with torch.device(device):
            ids = torch.arange(T)
        return self.wpe(ids)


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        summands = [self.tok(idx), self.pos(idx.size(-1), idx.device).expand(*idx.shape, -1)]
        return torch.stack(summands).sum(dim=0)


def crop_to_block_size(idx, block_size):
    while idx.shape[1] > block_size:
        idx = idx[:, 1:]
    return idx
