"""Believes that axes of size 1 are clutter.

`squeeze` takes them all away. For B = 1, T = 1 or n_embd = 1 an axis is missing from the result.

Look at: Print the shape of the result for a batch of one sequence, and for a sequence of one token.
"""

import torch
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        pos = self.pos(idx.shape[1], idx.device).unsqueeze(0)
        return torch.squeeze(self.tok(idx) + pos)
