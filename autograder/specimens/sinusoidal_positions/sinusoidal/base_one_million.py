"""The base is 1,000,000.

Only the first pair is right. All other pairs turn too slowly.

Look at: the base in your code, digit by digit, against that in the formula.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / 1000000.0 ** (two_i / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
