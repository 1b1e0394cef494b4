"""The table in a ParameterDict, the tables of the sum in a ParameterList."""

import torch
import torch.nn.functional as F
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        shape = (config.block_size, config.n_embd)
        self.tables = nn.ParameterDict({"positions": nn.Parameter(torch.randn(shape) * 0.02)})

    def forward(self, T, device):
        table = self.tables["positions"]
        if T > len(table):
            raise ValueError(f"{len(table)} positions, {T} tokens")
        return table[torch.arange(T, device=device)]


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tables = nn.ParameterList(
            nn.Parameter(torch.randn(rows, config.n_embd) * 0.02) for rows in (config.vocab_size, config.block_size)
        )

    def forward(self, idx):
        of_tokens, of_positions = self.tables
        T = idx.shape[1]
        if T > len(of_positions):
            raise ValueError(f"{len(of_positions)} positions, {T} tokens")
        return F.embedding(idx, of_tokens) + of_positions[:T]
