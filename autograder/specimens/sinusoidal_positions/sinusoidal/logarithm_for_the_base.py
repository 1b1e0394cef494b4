"""The base is the logarithm of 10000.

log(10000) is 9.2, so all pairs but the first turn too fast.

Look at: what is raised to the power in the formula? Print the base of yours.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / math.log(10000.0) ** (two_i / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
