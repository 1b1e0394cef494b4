"""Believes that a table made from a given tensor is learned like any other.

`from_pretrained` freezes the table unless it is told otherwise. The table is in parameters(), but it needs no
gradient and stays as it was drawn.

Look at: Print `requires_grad` of the table.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.limit = config.block_size
        start = torch.randn(config.block_size, config.n_embd) * 0.02
        self.wpe = nn.Embedding.from_pretrained(start)

    def forward(self, T, device):
        if T > self.limit:
            raise ValueError(f"limit {self.limit}, got {T}")
        return self.wpe(torch.arange(T, device=device))
