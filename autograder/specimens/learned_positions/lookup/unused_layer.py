"""Believes that a layer that is never called costs nothing.

Each call returns the right rows. A second layer is built and never used: its parameters are counted, stored, and
handed to the optimizer.

Look at: Print the names in `module.named_parameters()`. Which of them does `forward` use?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        self.proj = nn.Linear(config.n_embd, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"{T} tokens do not fit into a block of {self.block_size}")
        pos = torch.arange(T, device=device)
        return self.wpe(pos)
