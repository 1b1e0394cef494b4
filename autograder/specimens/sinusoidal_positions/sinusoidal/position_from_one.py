"""Positions are counted from 1.

Each row holds what belongs to the row after it; row 0 is not 0, 1, 0, 1.

Look at: row 0. All its angles should be 0.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(1, max_len + 1, dtype=torch.float64).view(-1, 1)
    angle = pos / 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle[:, : d_model // 2])
    return pe
