"""Believes that the caller wants more than the vectors.

The vectors come back in a tuple. What adds them to the token vectors gets no tensor.

Look at: Print the type of the result.
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
            raise ValueError(f"{T} tokens, at most {self.block_size}")
        positions = torch.arange(T, device=device)
        return positions, self.wpe(positions)
