"""Believes that a warning stops the program.

A warning is given and the call goes on, with as many rows as there are. The caller gets too few vectors and no
exception.

Look at: What does the call return after the warning?
"""

import warnings

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            warnings.warn(f"{T} tokens are too many, only {self.block_size} are used", stacklevel=2)
            T = self.block_size
        return self.wpe(torch.arange(T, device=device))
