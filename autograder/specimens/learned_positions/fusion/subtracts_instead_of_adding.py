"""Believes that the sign does not matter, as the table is learned.

The position vectors are subtracted.

Look at: Put the result beside the token vector plus the position vector.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        return self.tok(idx) - self.pos(idx.shape[1], idx.device)
