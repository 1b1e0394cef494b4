"""Believes that a small integer type is enough for positions.

The positions go through int8, which ends at 127. Position 128 becomes -128, and a negative index counts from the
end of the table. Up to 128 positions all is right.

Look at: Print the positions 126 to 129 just before they are used. What is the largest int8?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(torch.randn(config.block_size, config.n_embd))

    def forward(self, T, device):
        if T > self.table.size(0):
            raise ValueError(f"T={T}: the table ends at {self.table.size(0)}")
        small = torch.arange(T, device=device).to(torch.int8)  # saves memory
        return self.table[small.long()]
