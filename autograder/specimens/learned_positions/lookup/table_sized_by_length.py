"""Believes that the table needs as many rows as the sequence at hand.

The table is made in the call with T rows, and made anew when a longer sequence comes. A new module has no
parameters, and whatever the old rows had learned is thrown away.

Look at: Compare the first row after a call with T = 3 and after a call with T = 5.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.table = None

    def forward(self, T, device):
        if T > self.config.block_size:
            raise ValueError(f"T={T}, block_size={self.config.block_size}")
        if self.table is None or len(self.table) < T:
            self.table = nn.Parameter(torch.randn(T, self.config.n_embd, device=device))
        return self.table[:T]
