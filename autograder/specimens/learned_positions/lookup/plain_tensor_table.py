"""Believes that any tensor on `self` is learned.

The table is an ordinary tensor: it gets no gradient, it is not in parameters() or state_dict(), and it does not
move with the module.

Look at: Print `list(module.parameters())`. What tells PyTorch that a tensor is to be learned?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.vectors = 0.02 * torch.randn(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.vectors.size(0):
            raise ValueError(f"{T} positions, {self.vectors.size(0)} vectors")
        ids = torch.arange(T, device=device)
        return self.vectors.to(device)[ids]
