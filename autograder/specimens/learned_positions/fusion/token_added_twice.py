"""Believes that the sum has to be added to the token vectors once more, as a residual.

The token part is in the result twice.

Look at: Subtract the position vector from the result, and compare with the token vector.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        x = self.tok(idx)
        with_position = self.pos(idx.shape[1], idx.device) + x
        return x + with_position
