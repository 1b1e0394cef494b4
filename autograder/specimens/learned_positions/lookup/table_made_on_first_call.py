"""Believes that the table can wait until the first call, when the device is known.

A new module has no parameters. An optimizer that is built before the first call never sees the table, and a
checkpoint cannot be loaded into a fresh module.

Look at: Print `list(module.parameters())` right after the module has been built.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size, self.n_embd = config.block_size, config.n_embd
        self.wpe = None

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"expected T <= {self.block_size}, got {T}")
        if self.wpe is None:
            self.wpe = nn.Embedding(self.block_size, self.n_embd).to(device)
        return self.wpe(torch.arange(T, device=device))
