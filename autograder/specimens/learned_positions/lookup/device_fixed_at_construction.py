"""Believes that a module stays on the device on which it was built.

The device is noted once, in `__init__`, and the positions are made there. After the module has been moved, the
table is on the new device and the positions are on the old one.

Look at: `.to(...)` moves parameters and buffers, and leaves all else as it was. Who knows the device at the call?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.max_len = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        self.where = self.wpe.weight.device

    def forward(self, T, device):
        if T > self.max_len:
            raise ValueError(f"at most {self.max_len} positions, got {T}")
        return self.wpe(torch.arange(T, device=self.where))
