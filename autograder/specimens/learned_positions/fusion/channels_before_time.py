"""Believes that channels come before time, as in a convolution.

The sum is right, but the result is (B, n_embd, T).

Look at: Compare the result's shape with (B, T, n_embd), axis by axis.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        x = self.tok(idx) + self.pos(idx.shape[1], idx.device)
        return x.transpose(1, 2)
