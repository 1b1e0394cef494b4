"""Believes that a model always computes in float32.

The rows are converted to float32 before they are returned. A module that was turned into float64 or float16 still
returns float32, and loses digits on the way.

Look at: Which dtype does the table have after `module.double()`, and which does the result have?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.limit = config.block_size
        self.position_table = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.limit:
            raise ValueError(f"T = {T} does not fit into block_size = {self.limit}")
        rows = self.position_table(torch.arange(T, device=device))
        return rows.to(torch.float32)
