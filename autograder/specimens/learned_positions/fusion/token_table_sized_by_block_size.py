"""Believes that there is one token vector for each position.

The token table has block_size rows.

Look at: List the shapes of the parameters. How many different tokens are there?
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = nn.Embedding(config.block_size, config.n_embd)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        return self.tok(idx) + self.pos(idx.shape[1], idx.device)
