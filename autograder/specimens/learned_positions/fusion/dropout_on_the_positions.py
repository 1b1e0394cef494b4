"""Believes that dropout on the position vectors belongs to this layer.

In training mode, some numbers of the position vectors are zero.

Look at: Call it twice in training mode with the same input.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)
        self.drop = nn.Dropout(0.1)

    def forward(self, idx):
        return self.tok(idx) + self.drop(self.pos(idx.shape[1], idx.device))
