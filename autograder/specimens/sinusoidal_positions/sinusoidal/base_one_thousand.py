"""The base is 1000.

The first pair is right and each later one turns too fast.

Look at: the number of zeros in the base.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pe = torch.zeros(max_len, d_model)
    pos = torch.arange(max_len, dtype=torch.float64)
    for col in range(0, d_model, 2):
        angle = pos / 1000 ** (col / d_model)
        pe[:, col] = torch.sin(angle)
        if col + 1 < d_model:
            pe[:, col + 1] = torch.cos(angle)
    return pe
