"""pow(exponent, base) raises the base to the exponent.

A fraction below 1 to the power of 10000 is 0. The division by it gives infinity, and the sine of infinity is NaN.

Look at: the order of the two arguments. Print the denominators.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / torch.pow(two_i / d_model, 10000)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
