"""The fastest pair stands in the last columns.

The rates are right numbers in the wrong order: pair 0 turns most slowly.

Look at: which pair of the formula turns by one radian a step?
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / 10000.0 ** (two_i.flip(0) / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
