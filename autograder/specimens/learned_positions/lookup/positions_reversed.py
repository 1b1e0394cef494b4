"""Believes that positions are counted from the newest token back.

The last token gets row 0 and the first token gets row T - 1. A token's row then depends on how long the sequence
is.

Look at: Which row does the first token get? Compare two different T.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.max_len = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.max_len:
            raise ValueError(f"too many tokens: {T} > {self.max_len}")
        distance_to_the_end = torch.arange(T - 1, -1, -1, device=device)
        return self.wpe(distance_to_the_end)
