"""Believes that every embedding table has one row for each token of the vocabulary.

The table has vocab_size rows. The first T of them are used as they should be; those past block_size are never read.

Look at: What does one row of this table stand for? How many such things are there?
"""

from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.vocab_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"block_size={self.block_size} < T={T}")
        return self.wpe.weight[:T]
