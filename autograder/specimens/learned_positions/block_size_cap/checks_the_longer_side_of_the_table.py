"""Believes that the larger of the table's two numbers is its number of rows.

The limit is the longer side of the table. When n_embd is larger than block_size, as it is in a small model,
sequences that are too long get through to the lookup, which fails with IndexError.

Look at: Try a config whose n_embd is larger than its block_size.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        limit = max(self.wpe.weight.shape)
        if T > limit:
            raise ValueError(f"length {T} is above the limit of {limit}")
        return self.wpe(torch.arange(T, device=device))
