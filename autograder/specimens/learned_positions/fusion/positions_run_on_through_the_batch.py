"""Believes that positions are counted through the whole batch.

The second sequence starts where the first one ended. A sequence gets other vectors when another one stands above
it.

Look at: Compare the vectors of two equal rows in a batch.
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
            raise ValueError(f"cannot read {T} tokens at once, only {self.block_size}")
        positions = torch.arange(B * T, device=idx.device).reshape(B, T)
        return self.wte(idx) + self.wpe(positions % self.block_size)  # stay inside the table
