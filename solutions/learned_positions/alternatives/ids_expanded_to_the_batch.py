"""Position ids of shape (B, T), counted along each row of the input, and looked up like tokens."""

import torch
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.max_positions = config.block_size
        self.wte = nn.Embedding(config.vocab_size, config.n_embd)
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, idx):
        if idx.shape[1] > self.max_positions:
            raise ValueError(f"{idx.shape[1]} tokens in a sequence, {self.max_positions} at most")
        position_ids = torch.cumsum(torch.ones_like(idx, dtype=torch.long), dim=1) - 1
        return self.wte(idx) + self.wpe(position_ids)
