"""The wavelength is what stands under the position: 10000^(2i / d_model).

That is the distance in which the angle grows by 1 radian. A wave repeats after 2 pi radians.

Look at: how far p must go until p times the rate of pair 0 has made a full turn.
"""

import torch


def wavelengths(d_model):
    return 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
