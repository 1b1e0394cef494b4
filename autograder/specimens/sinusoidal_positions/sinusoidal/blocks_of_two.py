"""Sine and cosine take turns pair by pair: two sine columns, then two cosine columns.

The rates are right. Both columns of a pair hold the same wave, so a pair says less than it could.

Look at: columns 0 and 1. They should differ.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    columns = []
    pos = torch.arange(max_len, dtype=torch.float64)
    for j in range(d_model):
        angle = pos * math.pow(10000.0, -2 * (j // 2) / d_model)
        columns.append(torch.sin(angle) if j // 2 % 2 == 0 else torch.cos(angle))
    return torch.stack(columns, dim=1).float()
