"""Believes that two vectors are combined by their mean.

The result is half the sum.

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
        tok = self.tok(idx)
        pos = self.pos(idx.shape[1], idx.device).expand_as(tok)
        return torch.stack([tok, pos]).mean(dim=0)
