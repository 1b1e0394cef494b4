"""Believes that every tensor that is stored on `self` moves with the module.

The position ids are a plain attribute, not a buffer. `.to(...)` moves the table and leaves the ids where they were
made.

Look at: What does `.to(...)` do to a tensor that is neither a parameter nor a registered buffer?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        self.position_ids = torch.arange(config.block_size)

    def forward(self, T, device):
        if T > len(self.position_ids):
            raise ValueError(f"{T} is more than the {len(self.position_ids)} positions of the table")
        return self.wpe(self.position_ids[:T])
