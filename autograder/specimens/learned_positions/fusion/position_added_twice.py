"""Believes that += gives a value and leaves x as it was.

The position vectors are added in one line and again in the next.

Look at: Subtract the token vector from the result, and compare with the position vector.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        x = self.tok(idx)
        pos = self.pos(idx.shape[1], idx.device)
        x += pos
        return x + pos
