"""// is the division of whole numbers, and the minus sign changes nothing about it.

-2i // d_model rounds down, so the exponent is 0 for the first pair and -1 for every other.

Look at: print the exponents. The formula's are fractions, all different.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos * 10000.0 ** (-two_i // d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
