"""torch.vmap: the sum is written for one sequence and mapped over the batch."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.wpe.num_embeddings:
            raise ValueError(f"{T=} is over the limit of {self.wpe.num_embeddings}")
        return self.wpe(torch.arange(T, device=device))


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        positions = self.pos(idx.shape[1], idx.device)

        def one_sequence(tokens):
            return tokens + positions

        return torch.vmap(one_sequence)(self.tok(idx))
