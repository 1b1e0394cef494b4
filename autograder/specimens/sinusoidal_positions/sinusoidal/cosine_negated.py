"""A cosine is a sine moved by a quarter turn, in either direction.

Moved the wrong way the sine gives the negative cosine: the odd columns have the wrong sign everywhere.

Look at: row 0. What is the cosine of 0?
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    column = torch.arange(d_model)
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0 ** (2 * (column // 2) / d_model)
    return torch.sin(angle - (column % 2) * math.pi / 2).float()
