"""Positions run from 0 to max_len, both included.

The table has max_len + 1 rows, all right.

Look at: the shape for max_len = 10, and how many numbers there are from 0 to 10.
"""

import numpy as np
import torch


def sinusoidal_pe(max_len, d_model):
    pos = np.linspace(0, max_len, max_len + 1)[:, None]
    j = np.arange(d_model)
    angle = pos / 10000.0 ** ((j - j % 2) / d_model)
    return torch.tensor(np.where(j % 2, np.cos(angle), np.sin(angle)), dtype=torch.float32)
