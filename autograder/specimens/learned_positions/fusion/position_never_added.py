"""Believes that computing the position vectors is enough.

The position vectors are computed and dropped. A token has the same vector everywhere, and the position table never
learns.

Look at: What is the returned value made of?
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        tok = self.tok(idx)
        pos = self.pos(idx.shape[1], idx.device)
        tok.add(pos)
        return tok
