"""Every call gives a warning, which has nothing to do with whether it is right."""

import warnings

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"length {T}, limit {self.block_size}")
        warnings.warn("learned positions do not go past block_size", UserWarning, stacklevel=2)
        return self.wpe(torch.arange(T, device=device))


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        warnings.warn("to be replaced by rotary positions", FutureWarning, stacklevel=2)
        return self.tok(idx) + self.pos(idx.shape[1], idx.device)


def crop_to_block_size(idx, block_size):
    if idx.shape[1] > block_size:
        warnings.warn(f"{idx.shape[1] - block_size} tokens are dropped", stacklevel=2)
    return idx[:, -block_size:]
