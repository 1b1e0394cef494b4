"""Believes that two matrices are combined by a product.

The token vectors are multiplied with the position vectors as matrices: (B, T, T).

Look at: Compare the last number of the result's shape with n_embd.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        return self.tok(idx) @ self.pos(idx.shape[1], idx.device).T
