"""Believes that positions can be looked up in the token table.

There is one table. Position 3 and token 3 have the same vector, and block_size * n_embd parameters are missing.

Same as: tied_tables

Look at: Count the parameters. What does row 3 of the table stand for?
"""

import torch
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.embed = TokenEmbedding(config)

    def forward(self, idx):
        T = idx.size(1)
        if T > self.config.block_size:
            raise ValueError(f"at most {self.config.block_size} tokens in a sequence, got {T}")
        positions = torch.arange(T, device=idx.device)
        return self.embed(idx) + self.embed(positions)
