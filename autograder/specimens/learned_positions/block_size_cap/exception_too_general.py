"""Believes that any exception will do.

The error is a bare Exception. A caller cannot catch it without catching everything else as well, and `except
ValueError` misses it.

Look at: Which kind of error comes for T = block_size + 1, and which was asked for?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.max_T = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.max_T:
            raise Exception(f"T is {T} but must be at most {self.max_T}")
        return self.wpe(torch.arange(T, device=device))
