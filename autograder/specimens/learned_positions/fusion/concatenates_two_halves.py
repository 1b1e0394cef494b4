"""Believes that half of the vector is for the token and half for the position.

Both tables are half as wide, and the halves are put side by side.

Look at: Compare the shape of each table with what the task asks for.
"""

import torch
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wte = nn.Embedding(config.vocab_size, config.n_embd // 2)
        self.wpe = nn.Embedding(config.block_size, config.n_embd - config.n_embd // 2)

    def forward(self, idx):
        B, T = idx.shape
        if T > self.block_size:
            raise ValueError(f"{T} tokens, at most {self.block_size}")
        positions = torch.arange(T, device=idx.device)
        return torch.cat((self.wte(idx), self.wpe(positions).expand(B, -1, -1)), dim=-1)
