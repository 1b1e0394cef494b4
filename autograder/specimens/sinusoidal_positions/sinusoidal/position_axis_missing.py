"""Two vectors multiply to a table by themselves: positions times rates.

Without an axis of their own for the positions, the product works entry by entry. It fails, except where both have
the same length, and then it is no table. Only with max_len = 1 is it right.

Look at: the shapes of the two factors just before you multiply them.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    positions = torch.arange(max_len, dtype=torch.float64)
    rates = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    angles = positions * rates
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = angles.sin()
    pe[:, 1::2] = angles[: d_model // 2].cos()
    return pe
