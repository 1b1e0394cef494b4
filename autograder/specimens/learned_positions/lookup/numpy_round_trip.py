"""Believes that NumPy and PyTorch arrays are interchangeable inside a model.

The rows are picked with NumPy and turned back into a tensor. The values are right, but no gradient reaches the
table, and a table without numbers (the meta device) cannot be read that way at all.

Look at: Print `requires_grad` of the result. What does autograd know about NumPy?
"""

import numpy as np
import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"{T} is longer than the block ({self.block_size})")
        table = self.wpe.weight.detach().cpu().numpy()
        rows = table[np.arange(T)]
        return torch.from_numpy(rows).to(device)
