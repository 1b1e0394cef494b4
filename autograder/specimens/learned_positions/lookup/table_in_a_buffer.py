"""Believes that a registered buffer is learned.

The table is a buffer: it moves with the module and is saved with it, but it gets no gradient and no optimizer sees
it.

Look at: Print `list(module.parameters())`. What is the difference between a buffer and a parameter?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.register_buffer("table", torch.randn(config.block_size, config.n_embd))

    def forward(self, T, device):
        if T > self.table.size(0):
            raise ValueError(f"{T} positions, {self.table.size(0)} vectors")
        return self.table[:T]
