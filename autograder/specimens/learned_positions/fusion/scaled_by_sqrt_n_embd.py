"""Believes that token vectors are scaled by the square root of the width, as in the 2017 paper.

The token part is too large by that factor. GPT-2 does not scale.

Look at: Subtract the position vector from the result, and compare with the token vector.
"""

import math

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)
        self.factor = math.sqrt(config.n_embd)

    def forward(self, idx):
        return self.factor * self.tok(idx) + self.pos(idx.shape[1], idx.device)
