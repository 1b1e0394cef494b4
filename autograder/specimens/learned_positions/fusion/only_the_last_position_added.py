"""Believes that only the newest token needs its position, as while generating with a cache.

The last token of each sequence gets its position vector; all the others get none.

Look at: Put one token at two places, neither of them the last, and compare its vectors.
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
        pos = self.pos(idx.shape[1], idx.device)
        return torch.cat([x[:, :-1], x[:, -1:] + pos[-1:]], dim=1)
