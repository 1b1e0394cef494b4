"""The positions are made with NumPy; the vectors are not."""

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
            raise ValueError(f"{T} does not fit into {self.block_size}")
        return self.wpe(torch.as_tensor(np.arange(T), device=device))
