"""Believes that it does not matter which table is indexed with what.

Tokens are looked up in the position table, and positions in the token table.

Look at: Which table has a row for each token? Follow idx to the table that it indexes.
"""

import torch
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wte = nn.Embedding(config.vocab_size, config.n_embd)
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, idx):
        B, T = idx.shape
        if T > self.block_size:
            raise ValueError(f"{T} tokens, at most {self.block_size}")
        positions = torch.arange(T, device=idx.device)
        return self.wpe(idx) + self.wte(positions)
