"""Believes that GPT-2 uses the fixed waves of the 2017 paper.

The rows are sines and cosines that are computed once and never learn. The module has no parameters.

Look at: Print `list(module.parameters())`. In GPT-2, what decides which vector a position gets?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        t = torch.arange(config.block_size)[:, None]
        column = torch.arange(config.n_embd)[None, :]
        angle = t / 10000 ** (2 * (column // 2) / config.n_embd)
        waves = torch.where(column % 2 == 0, torch.sin(angle), torch.cos(angle))
        self.register_buffer("waves", waves, persistent=False)

    def forward(self, T, device):
        if T > self.waves.shape[0]:
            raise ValueError(f"T={T}, waves for {self.waves.shape[0]} positions")
        return self.waves[:T]
