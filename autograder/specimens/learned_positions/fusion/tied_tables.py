"""Believes that tying weights, as GPT-2 does with its output layer, concerns the position table too.

The position table is set to the token table. Position 3 and token 3 have the same vector, and block_size * n_embd
parameters are missing.

Same as: one_table_for_both

Look at: Count the parameters. Which two layers does GPT-2 tie?
"""

import torch
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wte = nn.Embedding(config.vocab_size, config.n_embd)
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        self.wpe.weight = self.wte.weight  # weight tying

    def forward(self, idx):
        T = idx.size(1)
        if T > self.block_size:
            raise ValueError(f"got {T} tokens, block_size is {self.block_size}")
        return self.wte(idx) + self.wpe(torch.arange(T, device=idx.device))
