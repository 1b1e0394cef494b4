"""Believes that a text can take the place of an exception.

A length above block_size gives a string. The caller notices it much later, or never.

Look at: What does the caller get when T is block_size + 1, and does its program stop?
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
            return f"ValueError: {T} tokens, at most {self.block_size}"
        return self.wpe(torch.arange(T, device=device))
