"""Believes that the limit is 1,024 for every model.

The length is compared with a number in the code. A smaller block_size is not enforced, and a larger one cannot be
used.

Look at: Try a config whose block_size is not 1,024.
"""

import torch
from torch import nn

MAX_POSITIONS = 1024  # GPT-2


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        if T > MAX_POSITIONS:
            raise ValueError(f"GPT-2 has {MAX_POSITIONS} positions, {T} are too many")
        return self.wpe(torch.arange(T, device=device))
