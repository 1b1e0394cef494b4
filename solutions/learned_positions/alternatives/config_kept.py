"""The config is kept, and every size is read from it in the call."""

import dataclasses

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = dataclasses.replace(config)
        self.wpe = nn.Embedding(self.config.block_size, self.config.n_embd)

    def forward(self, T, device):
        if T not in range(self.config.block_size + 1):
            raise ValueError(f"T = {T} is outside 0..{self.config.block_size}; config: {self.config}")
        return self.wpe(torch.arange(self.config.block_size, device=device)[:T])


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.parts = nn.ModuleList([TokenEmbedding(config), PositionalEmbedding(config)])

    def forward(self, idx):
        B, T = idx.shape
        C = self.config.n_embd
        out = torch.zeros(B, T, C, device=idx.device, dtype=next(self.parameters()).dtype)
        out = out + self.parts[0](idx)
        return out + self.parts[1](T, idx.device).expand(B, T, C)
