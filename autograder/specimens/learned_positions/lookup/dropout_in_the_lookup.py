"""Believes that dropout is part of the lookup.

In training mode entries of the rows are set to zero at random and the others are enlarged. In eval mode all is
right.

Look at: Call it twice in training mode. In GPT-2, what is dropout applied to?
"""

import torch
import torch.nn.functional as F
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"block_size is {self.block_size}, sequence is {T}")
        vectors = self.wpe(torch.arange(T, device=device))
        return F.dropout(vectors, p=0.1, training=self.training)
