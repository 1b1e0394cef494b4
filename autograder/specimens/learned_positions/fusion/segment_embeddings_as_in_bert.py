"""Believes that a segment's vector is added as well, as in BERT.

A third table is learned and added.

Look at: List the parameters with their shapes.
"""

import torch
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)
        self.segment = nn.Embedding(2, config.n_embd)

    def forward(self, idx):
        return self.tok(idx) + self.pos(idx.shape[1], idx.device) + self.segment(torch.zeros_like(idx))
