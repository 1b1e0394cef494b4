"""nn.Embedding.from_pretrained on drawn numbers, told not to freeze them."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        drawn = torch.empty(config.block_size, config.n_embd).normal_(0.0, 0.02)
        self.lookup = nn.Embedding.from_pretrained(drawn, freeze=False)

    def forward(self, T, device):
        if not T <= self.lookup.num_embeddings:
            raise ValueError(f"cannot place {T} tokens on {self.lookup.num_embeddings} positions")
        return self.lookup(torch.tensor(range(T), dtype=torch.long, device=device))
