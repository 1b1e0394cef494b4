"""Believes that the lookup's own error is a good enough check.

There is no check. On the CPU a length past the table ends in IndexError, which says nothing of sequences; other
devices may not raise at all.

Look at: Which kind of error comes for T = block_size + 1, and whom does its message help?
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.position = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        indices = torch.arange(0, T, device=device)
        return self.position(indices)
