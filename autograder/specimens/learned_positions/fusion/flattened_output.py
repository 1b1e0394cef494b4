"""Believes that the batch is one long list of tokens.

The sum is right, but the batch and time axes are merged: the result is (B * T, n_embd).

Look at: Count the axes of the result.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        x = self.tok(idx) + self.pos(idx.shape[1], idx.device)
        return x.flatten(0, 1)
