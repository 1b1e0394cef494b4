"""A wavelength is counted in positions, so it is a whole number.

The values are rounded down and the dtype is an integer. The wave of pair 0 repeats after 2 pi positions, not after 6.

Look at: the dtype of your result.
"""

import math

import torch


def wavelengths(d_model):
    waves = 2 * math.pi * 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    return waves.long()
