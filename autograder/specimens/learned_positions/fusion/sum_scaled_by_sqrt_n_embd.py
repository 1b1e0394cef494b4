"""Believes that what enters the transformer is scaled by the square root of the width.

The sum is multiplied by the square root of n_embd.

Look at: Put the result beside the token vector plus the position vector.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.root = config.n_embd**0.5
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        return self.root * (self.tok(idx) + self.pos(idx.shape[1], idx.device))
