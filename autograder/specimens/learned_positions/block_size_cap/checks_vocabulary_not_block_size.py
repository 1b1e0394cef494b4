"""Believes that the vocabulary limits the length.

The length is compared with vocab_size. Sequences between the two limits get through to the lookup, which fails with
IndexError.

Look at: What does vocab_size count, and what does T count?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.limit = config.vocab_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.limit:
            raise ValueError(f"length {T} is above the limit of {self.limit}")
        return self.wpe(torch.arange(T, device=device))
