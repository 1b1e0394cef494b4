"""Believes that a position without a row can take a random vector.

Above block_size, random vectors that nobody has trained are appended in each call.

Look at: Call it twice with T = block_size + 1, and compare the last rows.
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
            more = torch.randn(T - self.block_size, self.wpe.embedding_dim, device=device)
            return torch.cat((self.wpe.weight, more))
        return self.wpe.weight[:T]
