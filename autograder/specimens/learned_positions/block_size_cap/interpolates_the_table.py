"""Believes that the table is stretched when the input is too long, as vision models do.

A longer sequence gets a stretched copy of the table, in which every position has another vector than it was trained
with. No error is raised.

Look at: Compare row 1 of the result for T = block_size and for T = 2 * block_size.
"""

import torch
import torch.nn.functional as F
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            channels_first = self.wpe.weight.T[None]
            longer = F.interpolate(channels_first, size=T, mode="linear", align_corners=True)
            return longer[0].T
        return self.wpe(torch.arange(T, device=device))
