"""Hooks are registered that watch the calls and change nothing."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.inner = nn.Sequential(nn.Embedding(config.block_size, config.n_embd))
        self.register_forward_pre_hook(note_the_call)
        self.inner.register_forward_hook(note_the_shape)
        self.calls = 0

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"{T} > {self.block_size} after {self.calls} calls")
        return self.inner(torch.arange(T, device=device))


def note_the_call(module, args):
    module.calls += 1


def note_the_shape(module, args, output):
    module.last_shape = tuple(output.shape)


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)
        self.register_forward_hook(note_the_shape)

    def forward(self, idx):
        return self.tok(idx) + self.pos(idx.shape[1], idx.device)
