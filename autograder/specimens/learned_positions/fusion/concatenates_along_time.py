"""Believes that positions are extra tokens.

The position vectors are put after the token vectors: (B, 2T, n_embd).

Look at: Compare the middle number of the result's shape with T.
"""

import torch
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        x = self.tok(idx)
        return torch.cat((x, self.pos(idx.shape[1], idx.device).expand_as(x)), dim=1)
