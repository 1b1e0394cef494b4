"""A bare Parameter, drawn with GPT-2's deviation of 0.02, and cut with a slice."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.wpe = nn.Parameter(torch.empty(config.block_size, config.n_embd))
        nn.init.normal_(self.wpe, std=0.02)

    def forward(self, T, device):
        known = self.wpe.size(0)
        if T > known:
            raise ValueError(f"{T} positions were asked for and {known} are known")
        return self.wpe[:T]


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.wte = nn.Parameter(torch.empty(config.vocab_size, config.n_embd))
        nn.init.normal_(self.wte, std=0.02)
        self.positions = PositionalEmbedding(config)

    def forward(self, idx):
        return self.wte[idx.long()] + self.positions(idx.shape[-1], idx.device)


def crop_to_block_size(idx, block_size):
    surplus = max(idx.shape[1] - block_size, 0)
    return idx[:, surplus:]
