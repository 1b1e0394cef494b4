"""Takes off axes of length 1 without naming one.

With d_model = 2 there is one wavelength, and `squeeze` turns the vector that holds it into a single number.

Look at: the shape of your result for d_model = 2, and which of its axes you meant to take off.
"""

import math

import torch


def wavelengths(d_model):
    exponent = torch.arange(0, d_model, 2, dtype=torch.float64).unsqueeze(0) / d_model
    return (2 * math.pi * 10000.0**exponent).squeeze()
