"""A full turn is 360.

Angles of the encoding are in radians, so every value is 57.3 times too large.

Look at: the unit of the angles that sin and cos take.
"""

import math

import torch


def wavelengths(d_model):
    exponents = torch.arange(0, d_model, 2, dtype=torch.float64) / d_model
    return math.degrees(2 * math.pi) * 10000.0**exponents
