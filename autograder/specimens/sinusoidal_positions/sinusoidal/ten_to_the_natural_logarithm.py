"""A power of 10 undoes the natural logarithm.

10 ** (-log(10000) 2i / d_model): the exponents are too large by the factor 2.3, and all pairs but the first turn too
slowly.

Look at: which number raised to log(10000) gives 10000? Compare your second rate with the formula's.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos * 10.0 ** (-math.log(10000.0) * two_i / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
