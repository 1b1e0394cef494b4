"""Believes that a message can be raised by itself.

Only exceptions can be raised. Raising a string ends in TypeError, and the message is lost.

Look at: Read the kind and the message of the error for T = block_size + 1.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.max_T = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.max_T:
            problem = f"ValueError: {T} tokens, but block_size is {self.max_T}"
            raise problem
        return self.wpe(torch.arange(T, device=device))
