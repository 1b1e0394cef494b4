"""Believes that the sum will complain when the table is too short.

Embeddings cuts the rows from its own table without a check. A sequence that is too long fails in the sum, with a
RuntimeError about the sizes of two tensors; when the table has a single row, it does not even fail.

Look at: Which kind of error comes for T = block_size + 1, and whom do its words help?
"""

import torch
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.wte = nn.Embedding(config.vocab_size, config.n_embd)
        self.wpe = nn.Parameter(0.02 * torch.randn(1, config.block_size, config.n_embd))

    def forward(self, idx):
        x = self.wte(idx)
        return x + self.wpe[:, : x.size(1)]
