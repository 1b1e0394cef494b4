"""Pair i fills columns i and i + 1.

Each pair overwrites a column of the one before, and the right half of the table stays empty.

Look at: the columns that pairs 0, 1 and 2 are written to, and the right half of the table.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pe = torch.zeros(max_len, d_model + 1)
    pos = torch.arange(max_len, dtype=torch.float64)
    for i in range(d_model // 2):
        angle = pos / 10000.0 ** (2 * i / d_model)
        pe[:, i] = torch.sin(angle)
        pe[:, i + 1] = torch.cos(angle)
    return pe[:, :d_model].clone()
