"""Believes that position vectors never change, so they can be computed once.

The vectors of the longest sequence so far are kept and cut to length. After an optimizer step, or after
load_state_dict, the module still returns the old ones.

Look at: Call it, change the table, and call it again.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        self.known = None

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"at most {self.block_size} tokens, not {T}")
        if self.known is None or self.known.shape[0] < T or self.known.device != torch.device(device):
            self.known = self.wpe(torch.arange(T, device=device))
        return self.known[:T]
