"""Believes that position vectors are fixed input and need no gradient.

The position vectors are computed without gradients. The values are right; the position table never learns.

Look at: Print the gradients of both tables after a backward pass.
"""

import torch
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        with torch.no_grad():
            pos = self.pos(idx.shape[1], idx.device)
        return self.tok(idx) + pos
