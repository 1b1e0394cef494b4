"""Believes that the input layer is not trained.

The sum comes back without a gradient, so that neither table is ever trained.

Look at: Does the result require a gradient?
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
            return self.tok(idx) + self.pos(idx.shape[1], idx.device)
