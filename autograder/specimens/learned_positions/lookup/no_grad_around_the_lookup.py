"""Believes that reading a table needs no gradient.

The lookup runs without gradients, so the values are right and the table never learns.

Same as: data_attribute_cuts_gradient
Same as: detached_rows

Look at: Print `requires_grad` of the result.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    @torch.no_grad()
    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"cannot look up {T} positions, block_size is {self.block_size}")
        return self.wpe(torch.arange(T, device=device))
