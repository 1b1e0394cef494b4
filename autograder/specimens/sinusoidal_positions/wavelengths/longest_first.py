"""The list begins with the longest wave.

The values are right, in reverse order: entry i no longer belongs to pair i.

Look at: the wavelength of columns 0 and 1. Which entry of the result should it be?
"""

import math

import torch


def wavelengths(d_model):
    pairs = torch.arange(d_model // 2 - 1, -1, -1, dtype=torch.float64)
    return 2 * math.pi * 10000.0 ** (2 * pairs / d_model)
