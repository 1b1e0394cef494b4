"""Believes that a program with bad input should end.

`sys.exit` ends the caller's program. A caller cannot handle that as a ValueError; a notebook loses the whole cell.

Look at: Which kind of exception comes for T = block_size + 1, and which was asked for?
"""

import sys

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            sys.exit(f"error: {T} tokens, block_size is {self.block_size}")
        return self.wpe(torch.arange(T, device=device))
