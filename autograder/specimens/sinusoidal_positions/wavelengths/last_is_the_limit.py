"""The wavelengths run from 2 pi to 2 pi times 10000, both included.

The upper end is a limit that the formula never reaches. The first value is right; the later ones are too large.
With d_model = 2 there is only the first.

Look at: the exponent of the last pair. Is it 1?
"""

import math

import torch


def wavelengths(d_model):
    return 2 * math.pi * torch.logspace(0, 4, d_model // 2, base=10.0, dtype=torch.float64)
