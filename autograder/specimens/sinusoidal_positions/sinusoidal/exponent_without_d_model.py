"""The exponent is the column's number.

10000 ** (2i), without a division: the first pair is right and every other pair stands still.

Look at: the exponent of the last pair. The formula's exponents all lie between 0 and 1.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos * 10000.0**-two_i
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
