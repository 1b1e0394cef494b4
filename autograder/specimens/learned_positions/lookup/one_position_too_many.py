"""Believes that range has to go one further to reach T.

T + 1 rows come back where the table has them.

Look at: Count the rows that a call with T = 5 gives.
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
            raise ValueError(f"{T} tokens, at most {self.block_size}")
        return self.wpe(torch.arange(min(T + 1, self.block_size), device=device))
