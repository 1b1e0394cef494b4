"""The exponent is i / d_model, with i the number of the pair.

The factor 2 is missing, so the longest wave is not even 2 pi times 100 positions.

Look at: the last exponent. How close to 1 does the formula's come?
"""

import math

import torch


def wavelengths(d_model):
    i = torch.arange(d_model // 2, dtype=torch.float64)
    return 2 * math.pi * torch.pow(10000.0, i / d_model)
