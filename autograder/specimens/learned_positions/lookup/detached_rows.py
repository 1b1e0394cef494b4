"""Believes that a copy of the rows must be detached so that nobody changes the table.

The values are right, but detach cuts the result off from the table: no gradient reaches any row.

Same as: data_attribute_cuts_gradient
Same as: no_grad_around_the_lookup

Look at: Print `requires_grad` of the result.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"block_size {self.block_size} is shorter than {T}")
        return self.wpe(torch.arange(T, device=device)).detach().clone()
