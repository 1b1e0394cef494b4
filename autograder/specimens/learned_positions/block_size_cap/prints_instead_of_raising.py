"""Believes that printing a message is an error.

A message is printed and the method returns None. The caller's program goes on and fails somewhere else, or not at
all.

Look at: What does the call give back for T = block_size + 1? What would a program without a screen notice?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            print(f"ValueError: {T} tokens do not fit into a block of {self.block_size}!")
            return None
        return self.wpe(torch.arange(T, device=device))
