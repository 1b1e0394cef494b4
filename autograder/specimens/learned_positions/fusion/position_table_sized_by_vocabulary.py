"""Believes that every embedding table has one row for each token of the vocabulary.

The position table has vocab_size rows.

Look at: List the shapes of the parameters.
"""

import torch
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wte = nn.Embedding(config.vocab_size, config.n_embd)
        self.wpe = nn.Embedding(config.vocab_size, config.n_embd)

    def forward(self, idx):
        B, T = idx.shape
        if T > self.block_size:
            raise ValueError(f"{T} tokens, at most {self.block_size}")
        return self.wte(idx) + self.wpe(torch.arange(T, device=idx.device))
