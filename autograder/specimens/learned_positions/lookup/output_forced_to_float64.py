"""Believes that more digits do no harm.

The vectors come back as float64, whatever the table is. The layers after them are float32.

Look at: Compare the number type of the result with that of the table.
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
        return self.wpe(torch.arange(T, device=device)).double()
