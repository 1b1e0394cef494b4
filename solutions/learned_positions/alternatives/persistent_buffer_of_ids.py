"""All position ids in a buffer of shape (1, block_size), saved with the module as in older GPT-2 checkpoints."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.embedding = nn.Embedding(config.block_size, config.n_embd)
        self.register_buffer("position_ids", torch.arange(config.block_size).expand((1, -1)).clone())

    def forward(self, T, device):
        limit = self.position_ids.shape[-1]
        if T > limit:
            raise ValueError(f"Sequence length must be less than or equal to {limit} (got {T})")
        return self.embedding(self.position_ids[0, :T])


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.word_embeddings = nn.Embedding(config.vocab_size, config.n_embd)
        self.position_embeddings = nn.Embedding(config.block_size, config.n_embd)
        self.register_buffer("position_ids", torch.arange(config.block_size)[None], persistent=False)

    def forward(self, idx):
        seq_length = idx.size()[1]
        if seq_length > self.position_ids.numel():
            raise ValueError(f"got a sequence of {seq_length}, the limit is {self.position_ids.numel()}")
        return self.word_embeddings(idx) + self.position_embeddings(self.position_ids[:, :seq_length])
