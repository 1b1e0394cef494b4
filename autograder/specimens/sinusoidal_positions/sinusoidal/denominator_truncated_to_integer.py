"""The denominators may be kept as whole numbers.

Each power of 10000 is cut to a whole number, so most pairs turn a little too fast.

Look at: print the denominators, and the formula's.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / (10000.0 ** (two_i / d_model)).long()
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
