"""Believes that the channels come first and time comes second.

The result is (n_embd, T), as a convolution would like it. The numbers are right, their axes are swapped; where T
equals n_embd the shape does not give it away.

Look at: Which axis of the result is as long as the sequence, and which should be?
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
            raise ValueError(f"{T} exceeds the maximum of {self.max_len}")
        vectors = self.wpe(torch.arange(T, device=device))
        return vectors.transpose(0, 1)
