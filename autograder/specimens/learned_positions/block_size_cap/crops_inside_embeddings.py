"""Believes that the module should shorten what is too long.

Embeddings keeps the last block_size tokens and embeds those. No error; the caller gets fewer vectors than it gave
tokens. Cropping is the caller's decision.

Look at: Print the shape of the result for T = block_size + 1.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        if idx.shape[1] > self.block_size:
            idx = idx[:, -self.block_size :]
        return self.tok(idx) + self.pos(idx.shape[1], idx.device)
