"""The exponent is divided by d_model + 1, so that it stays below 1.

The first pair is right. Each later rate is a little too large, which shows only some positions on.

Look at: the divisor in the exponent. Compare the last pair's rate with the formula's.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / 10000.0 ** (two_i / (d_model + 1))
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
