"""Believes that late tokens may share the last position.

Positions past the end are set to the last row. There are T vectors and no error, and the model cannot tell the late
tokens apart.

Look at: Compare the last rows of the result for T = block_size + 3.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.last = config.block_size - 1
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        positions = torch.arange(T, device=device)
        return self.wpe(torch.clamp(positions, max=self.last))
