"""A column for each position: the table is (d_model, max_len).

All values are there, with rows and columns exchanged.

Look at: print the shape for max_len = 10 and d_model = 4.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    rate = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    angle = torch.outer(rate, torch.arange(max_len, dtype=torch.float64))
    pe = torch.zeros(d_model, max_len)
    pe[0::2] = angle.sin()
    pe[1::2] = angle[: d_model // 2].cos()
    return pe
