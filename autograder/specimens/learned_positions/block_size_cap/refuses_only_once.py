"""Believes that it is enough to complain once.

The first long call is refused, and the next one is not.

Look at: Make the same long call twice.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        self.warned = False

    def forward(self, T, device):
        if T > self.block_size and not self.warned:
            self.warned = True
            raise ValueError(f"{T} tokens, at most {self.block_size}")
        return self.wpe(torch.arange(T, device=device))
