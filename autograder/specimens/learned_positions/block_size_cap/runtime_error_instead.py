"""Believes that every error of a model is a RuntimeError.

The length is checked and the message is clear, but the kind is not the one that was asked for: a caller that
catches ValueError misses it.

Look at: Which kind of error comes for T = block_size + 1, and which was asked for?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise RuntimeError(f"sequence length {T} is above block_size {self.block_size}")
        return self.wpe(torch.arange(T, device=device))
