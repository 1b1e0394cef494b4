"""Believes that float16 can count as far as a sequence is long.

The positions are made in float16, which holds every whole number up to 2048 and no further. For GPT-2's 1,024
positions all is right; in a longer block neighbouring positions get the same row.

Look at: Print the positions near 2,048 just before they are used. How many significant bits has a float16?
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
        half = torch.arange(T, device=device).to(torch.float16)
        return self.wpe(half.long().clamp(max=self.max_len - 1))
