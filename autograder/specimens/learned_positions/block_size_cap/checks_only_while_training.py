"""Believes that long input only comes up while training.

In training mode the check is right. In eval mode it is skipped, and the lookup fails with IndexError.

Look at: Put the module into eval mode, and call it with T = block_size + 1.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if self.training:
            self.check_length(T)
        return self.wpe(torch.arange(T, device=device))

    def check_length(self, T):
        if T > self.block_size:
            raise ValueError(f"a batch of length {T} does not fit into {self.block_size}")
