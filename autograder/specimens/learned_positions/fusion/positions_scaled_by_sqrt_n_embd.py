"""Believes that position vectors are scaled by the square root of the width.

The position vectors are multiplied by the square root of n_embd before they are added.

Look at: Subtract the token vector from the result, and compare with the row of the position table.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.root = config.n_embd**0.5
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        return self.tok(idx) + self.root * self.pos(idx.shape[1], idx.device)
