"""Believes that the position scales the token vector.

The result is the product, channel by channel. Where a position's entry is near zero, the token's is lost.

Look at: Put the result beside the token vector plus the position vector.
"""

import torch
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        tok, pos = self.tok(idx), self.pos(idx.shape[1], idx.device)
        return torch.mul(tok, pos)
