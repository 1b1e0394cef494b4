"""Believes that token ids always come as int64.

The token vectors are a product with one-hot rows, and `one_hot` accepts no other type than int64. An int32 input
ends in RuntimeError, although an embedding takes it.

Look at: Call it with `idx.int()`.
"""

import torch
import torch.nn.functional as F
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Parameter(0.02 * torch.randn(config.vocab_size, config.n_embd))
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        one_hot = F.one_hot(idx, num_classes=self.table.shape[0])
        tok = one_hot.to(self.table.dtype) @ self.table
        return tok + self.pos(idx.shape[1], idx.device)
