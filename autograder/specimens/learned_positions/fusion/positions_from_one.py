"""Believes that the first token is number 1.

The first token gets the vector of position 1, the next that of position 2.

Look at: Which row of the position table was added to the first token?
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
        positions = torch.arange(1, T + 1, device=idx.device).clamp(max=self.block_size - 1)
        return self.wte(idx) + self.wpe(positions)
