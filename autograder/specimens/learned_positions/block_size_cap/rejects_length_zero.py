"""Believes that an empty sequence is an error too.

T = 0 is refused. The rule concerns sequences that are too long; an empty one has an answer, of shape (0, n_embd).

Look at: Call it with T = 0. Is that too long?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if not 1 <= T <= self.block_size:
            raise ValueError(f"the length must be between 1 and {self.block_size}, it is {T}")
        return self.wpe(torch.arange(T, device=device))
