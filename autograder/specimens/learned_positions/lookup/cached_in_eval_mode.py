"""Believes that in eval mode the weights cannot change any more.

While training, every call is right. In eval mode the first vectors of each length are kept, so weights that are
loaded later have no effect.

Look at: Put the module into eval mode, call it, load other weights, and call it again.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        self.kept = {}

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"at most {self.block_size} tokens, not {T}")
        if self.training:
            self.kept.clear()
            return self.wpe(torch.arange(T, device=device))
        key = (T, str(device))
        if key not in self.kept:
            self.kept[key] = self.wpe(torch.arange(T, device=device))
        return self.kept[key]
