"""Believes that one unsigned byte is enough for positions.

The positions go through uint8, which ends at 255. Position 256 becomes 0 again, so the rows repeat every 256
positions. Up to 256 positions all is right.

Look at: Print the positions 254 to 257 just before they are used. What is the largest uint8?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.wpe.num_embeddings:
            raise ValueError(f"T={T}: the table ends at {self.wpe.num_embeddings}")
        small = torch.arange(T, device=device).to(torch.uint8)  # saves memory
        return self.wpe(small.int())
