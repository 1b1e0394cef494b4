"""Believes that a name keeps its first value.

The name `idx` is given to the token vectors, which have three axes, and is then unpacked as if it had two. Every
call fails with ValueError, which has nothing to do with the length.

Look at: Print the shape of `idx` in the line that fails.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        idx = self.tok(idx)
        B, T = idx.shape
        return idx + self.pos(T, idx.device)
