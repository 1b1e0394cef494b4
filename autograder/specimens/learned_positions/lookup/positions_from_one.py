"""Believes that the first position is number 1.

Position t gets row t + 1. Row 0 is never read and never learns, and in a full block the last row is read twice.

Look at: Which row does the very first token get?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.max_len = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.max_len:
            raise ValueError(f"positions 1 to {T} do not fit, the last is {self.max_len}")
        positions = torch.arange(1, T + 1, device=device)
        positions = positions.clamp(max=self.max_len - 1)  # else an IndexError for a full block
        return self.wpe(positions)
