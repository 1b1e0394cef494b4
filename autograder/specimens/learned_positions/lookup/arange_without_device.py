"""Believes that torch.arange makes its numbers wherever the table is.

The positions are always made on the CPU, and `device` is never used. On the CPU the result is right; on any other
device the positions and the table lie on two devices.

Look at: `forward` is given a device and does not use it. Where does a new tensor lie when nobody says where?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.max_len = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.max_len:
            raise ValueError(f"{T} tokens, but only {self.max_len} positions")
        positions = torch.arange(0, T, dtype=torch.long)
        return self.wpe(positions)
