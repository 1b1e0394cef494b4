"""The exponents of an odd width are divided by the even number below it.

The shape is right, but the exponents were divided by d_model - 1. Even widths are right.

Look at: the divisor in the exponent when d_model is odd.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / 10000.0 ** (two_i / max(2 * (d_model // 2), 1))
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
