"""The exponent is twice the number of the column, divided by d_model.

The first wave is right and each later one is too long.

Look at: the last exponent. The formula's exponents all lie below 1.
"""

import math

import torch


def wavelengths(d_model):
    exponents = torch.arange(0, d_model, 2, dtype=torch.float64) / d_model
    return 2 * math.pi * 10000.0 ** (2 * exponents)
