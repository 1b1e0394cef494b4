"""Believes that a value on the class belongs to each module.

The limit is kept on the class: the module that is built last sets it for all others.

Look at: Build two modules with different configs. Which limit does the first one have?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        PositionalEmbedding.limit = config.block_size

    def forward(self, T, device):
        if T > PositionalEmbedding.limit:
            raise ValueError(f"{T} tokens, at most {PositionalEmbedding.limit}")
        return self.wpe(torch.arange(T, device=device))
