"""Believes that an error has to be caught where it comes up.

Embeddings catches the ValueError and gives the token vectors without positions.

Look at: What does the caller learn of the error?
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        x = self.tok(idx)
        try:
            return x + self.pos(idx.shape[1], idx.device)
        except ValueError:
            return x
