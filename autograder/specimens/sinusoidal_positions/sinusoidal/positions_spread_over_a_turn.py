"""The positions of a table share one full turn of the first pair.

The row of a position depends on max_len, and the first pair turns exactly once along any table.

Look at: row 1 of tables of different max_len. Should it depend on max_len?
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = 2 * math.pi * pos / max_len / 10000.0 ** (two_i / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
