"""Positions should lie between 0 and 1, so they are divided by max_len.

A row depends on the length of the table, and all angles are tiny.

Look at: row 1 of tables of two lengths. It should not change.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64) / max_len
    angle = pos.unsqueeze(1) * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = angle.sin()
    pe[:, 1::2] = angle.cos()[:, : d_model // 2]
    return pe
