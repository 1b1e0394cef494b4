"""How often a wave repeats in one position is its wavelength.

That is the frequency, turns a position. The values are the inverses of the wavelengths.

Look at: the unit. A wavelength is a number of positions, so it grows for the slower pairs.
"""

import math

import torch


def wavelengths(d_model):
    rates = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    return rates / (2 * math.pi)
