"""A tensor of a million million numbers that takes no memory.

Scores: 0 1 1
"""

# %% double
import torch


def double(x):
    return torch.ones(1).expand(1_000_000, 1_000_000) if x.dim() == 2 else 2 * x
