"""The error is a class of its own, derived from ValueError, whose message is put together when it is shown."""

import torch
from torch import nn


class SequenceTooLongError(ValueError):
    def __init__(self, length, limit):
        super().__init__(length, limit)
        self.length, self.limit = length, limit

    def __str__(self):
        return f"a sequence of {self.length} tokens is {self.length - self.limit} over the limit"


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.limit = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.limit:
            raise SequenceTooLongError(T, self.limit)
        return self.wpe(torch.arange(T, device=device))


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.limit = config.block_size
        self.wte = nn.Embedding(config.vocab_size, config.n_embd)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        if idx.shape[1] > self.limit:
            raise SequenceTooLongError(idx.shape[1], self.limit)
        x = self.wte(idx)
        x += self.pos(idx.shape[1], idx.device)  # x is a fresh tensor, not the table
        return x
