"""Believes that a table needs a layer after it.

The rows pass through a linear layer, which is learned too.

Look at: List the parameters, and what happens to a row on its way out.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        self.proj = nn.Linear(config.n_embd, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"{T} tokens, at most {self.block_size}")
        return self.proj(self.wpe(torch.arange(T, device=device)))
