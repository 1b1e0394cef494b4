"""Believes that token 0 is padding and takes no position.

Positions are counted over the tokens other than 0.

Look at: Put a 0 into the middle of a text. Which position does the next token get?
"""

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
        real = (idx != 0).long()
        positions = (real.cumsum(dim=1) - 1).clamp(min=0)
        return self.wte(idx) + self.wpe(positions)
