"""PositionalEmbedding is itself an nn.Embedding, with another forward."""

import torch
from torch import nn


class PositionalEmbedding(nn.Embedding):
    def __init__(self, config):
        super().__init__(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.num_embeddings:
            raise ValueError(f"{T} positions from a table of {self.num_embeddings}")
        return super().forward(torch.arange(T, device=device))


class Embeddings(nn.Embedding):
    def __init__(self, config):
        super().__init__(config.vocab_size, config.n_embd)
        self.positions = PositionalEmbedding(config)

    def forward(self, idx):
        return super().forward(idx) + self.positions(idx.shape[1], idx.device)
