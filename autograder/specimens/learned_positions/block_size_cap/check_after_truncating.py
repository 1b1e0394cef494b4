"""Believes that it does not matter where the check stands.

The length is cut to block_size first, and only then compared with it. The check can never fire.

Look at: What is the length at the moment of the comparison?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        T = min(T, self.block_size)
        if T > self.block_size:
            raise ValueError(f"sequence of {T} tokens, at most {self.block_size} allowed")
        return self.wpe(torch.arange(T, device=device))
