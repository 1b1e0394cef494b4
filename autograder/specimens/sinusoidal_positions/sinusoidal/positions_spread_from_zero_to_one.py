"""Positions run from 0 to 1 along the table.

The row of a position depends on max_len, and neighbouring rows are nearly equal in a long table.

Look at: row 1 of tables of different max_len. Should it depend on max_len?
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / max(max_len - 1, 1) / 10000.0 ** (two_i / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
