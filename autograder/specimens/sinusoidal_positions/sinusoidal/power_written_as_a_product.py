"""p / 10000 * (2i / d_model) is p divided by a power of 10000.

There is no power in it: the angles are products, and all of them nearly 0.

Look at: which operation stands between 10000 and its exponent. Print the angle of pair 0 at position 1.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / 10000 * (two_i / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
