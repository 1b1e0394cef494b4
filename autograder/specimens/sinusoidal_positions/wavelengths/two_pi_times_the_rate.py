"""The wavelength is 2 pi times the rate.

It is 2 pi divided by the rate. The first value is right; the others shrink where they should grow.

Look at: does a pair that turns more slowly have a longer wave or a shorter one?
"""

import math

import torch


def wavelengths(d_model):
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    return 2 * math.pi * torch.exp(-math.log(10000.0) * two_i / d_model)
