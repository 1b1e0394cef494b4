"""Believes that the sum takes what it needs of the table.

All block_size position vectors are added, whatever T is.

Look at: Compare the shapes of the two summands for a short text.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        return self.tok(idx) + self.pos(self.block_size, idx.device)
