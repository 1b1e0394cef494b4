"""Positions are whole numbers, so float16 holds them.

float16 has 11 significant bits: 2049 and many later numbers do not exist in it. Past position 2048 neighbouring
rows become equal.

Look at: rows 2048 and 2049 of a long table. Print the positions that you multiply by the rates.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.int64).half()
    rate = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    angle = torch.outer(pos.double(), rate)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)[:, :d_model].float()
