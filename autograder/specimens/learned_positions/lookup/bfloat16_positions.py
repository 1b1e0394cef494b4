"""Believes that bfloat16 can count as far as a sequence is long.

The positions are made in bfloat16, which has 8 significant bits: from 256 on it cannot hold every whole number. Up
to 256 all is right; after that neighbouring positions get the same row.

Look at: Print the positions 255 to 259 just before they are used.
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
            raise ValueError(f"sequence of {T}, maximum {self.max_len}")
        # the rest of the model runs in bfloat16 as well
        positions = torch.arange(T, device=device).bfloat16()
        positions = positions.long().clamp(max=self.max_len - 1)
        return self.wpe(positions)
