"""Rates lie between 0 and 1, so half precision is enough for them.

A rate that is off in the fourth digit is multiplied by the position: row 0 is right, and the error grows from row to
row.

Look at: how far your table is from an exact one at positions 10, 100 and 1000.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    rate = (10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)).half().double()
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] * rate
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle[:, : d_model // 2])
    return pe
