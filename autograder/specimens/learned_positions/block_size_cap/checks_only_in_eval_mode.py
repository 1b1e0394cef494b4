"""Believes that training data always fits.

In training mode the check is left out, and the lookup fails by itself.

Look at: Call it with T = block_size + 1 after .train(), and after .eval().
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if not self.training and T > self.block_size:
            raise ValueError(f"{T} tokens, at most {self.block_size}")
        return self.wpe(torch.arange(T, device=device))
