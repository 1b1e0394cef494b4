"""Believes that a slice past the end is an error.

`table[:T]` gives at most block_size rows and never complains. A longer sequence gets too few vectors and no error
here.

Look at: Count the rows for T = block_size + 1.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.wpe = nn.Parameter(0.02 * torch.randn(config.block_size, config.n_embd))

    def forward(self, T, device):
        return self.wpe[:T, :]
