"""Believes that a length past a table's end calls for IndexError.

The length is checked and the message is clear, but the kind is not the one that was asked for. What is wrong is the
argument's value: the caller gave no index.

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
            raise IndexError(f"there is no position {T - 1}, the last one is {self.block_size - 1}")
        return self.wpe(torch.arange(T, device=device))
