"""The rates should run from 1 to exactly 1/10000, so i is divided by the number of pairs minus one.

The first pair is right and each later one turns too slowly. Some libraries do it this way on purpose;
the formula of 2017 does not.

Look at: the rate of the last pair. Does the formula ever reach 1/10000?
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    half = (d_model + 1) // 2
    step = math.log(10000.0) / max(half - 1, 1)
    angles = torch.arange(max_len, dtype=torch.float64)[:, None] * torch.exp(-step * torch.arange(half).double())
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = angles.sin()
    pe[:, 1::2] = angles[:, : d_model // 2].cos()
    return pe
