"""Believes that .data is simply the way to get at a parameter's numbers.

The values are right, but a tensor taken through .data is outside autograd: the table never gets a gradient.

Same as: detached_rows
Same as: no_grad_around_the_lookup

Look at: Print `requires_grad` of the result.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(torch.zeros(config.block_size, config.n_embd))
        self.table.data.normal_(std=0.02)

    def forward(self, T, device):
        if T > self.table.size(0):
            raise ValueError(f"asked for {T} of {self.table.size(0)} rows")
        return self.table.data[:T]
