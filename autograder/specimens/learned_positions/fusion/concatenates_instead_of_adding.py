"""Believes that two pieces of information need two places in the vector.

The token vector and the position vector stand side by side: the result is (B, T, 2 * n_embd), twice as wide as the
model.

Look at: Compare the last number of the result's shape with n_embd.
"""

import torch
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        B, T = idx.shape
        tok = self.tok(idx)
        pos = self.pos(T, idx.device).expand(B, -1, -1)
        return torch.cat((tok, pos), dim=2)
