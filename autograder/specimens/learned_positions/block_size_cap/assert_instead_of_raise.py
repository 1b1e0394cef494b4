"""Believes that assert is the way to refuse a bad argument.

A length past the table gives AssertionError and not ValueError, and under `python -O` asserts are not run at all.

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
        message = f"cannot forward {T} tokens, block size is only {self.block_size}"
        assert T <= self.block_size, message
        return self.wpe(torch.arange(T, device=device))
