"""Sine and cosine alternate from one position to the next.

Even rows hold sines and odd rows cosines. The formula alternates along a row, not along a column.

Look at: row 0. Whose parity decides between sine and cosine, that of the row or that of the column?
"""

import torch


def sinusoidal_pe(max_len, d_model):
    column = torch.arange(d_model)
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0 ** (2 * (column // 2) / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[0::2] = angle[0::2].sin().float()
    pe[1::2] = angle[1::2].cos().float()
    return pe
