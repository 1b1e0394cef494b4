"""Columns are numbered 0 to d_model - 1, so the exponent is divided by d_model - 1.

The first pair is right. Each later rate is a little too small, which shows only some positions on.

Look at: the divisor in the exponent. Compare the last pair's rate with the formula's.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    exponent = torch.arange(0, d_model, 2, dtype=torch.float64) / (d_model - 1)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(pos * 10000.0**-exponent).float()
    pe[:, 1::2] = torch.cos(pos * 10000.0 ** -exponent[: d_model // 2]).float()
    return pe
