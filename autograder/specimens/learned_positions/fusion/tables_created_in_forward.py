"""Believes that modules are made where they are used.

Both tables are new and random in every call. Two calls with one input differ, and the module has no parameters.

Look at: Make two calls with the same input, and print `list(module.parameters())`.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config

    def forward(self, idx):
        tok = TokenEmbedding(self.config).to(idx.device)
        pos = PositionalEmbedding(self.config).to(idx.device)
        return tok(idx) + pos(idx.shape[1], idx.device)
