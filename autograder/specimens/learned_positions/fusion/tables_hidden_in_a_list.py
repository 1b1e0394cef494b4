"""Believes that nn.Module finds modules inside an ordinary Python list.

The two tables are kept in a list: no parameters are registered, and no optimizer sees them.

Look at: List the parameters.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.parts = [TokenEmbedding(config), PositionalEmbedding(config)]

    def forward(self, idx):
        tok, pos = self.parts
        return tok(idx) + pos(idx.shape[1], idx.device)
