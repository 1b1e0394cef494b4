"""Believes that the kind of the exception does not matter as long as one is raised.

A length above block_size raises TypeError. The argument's type is right; its value is not.

Look at: What is wrong with the argument: its type, or its value?
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
            raise TypeError(f"cannot take {T} tokens, only {self.block_size}")
        return self.wpe(torch.arange(T, device=device))
