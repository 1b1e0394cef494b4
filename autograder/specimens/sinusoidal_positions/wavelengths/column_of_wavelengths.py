"""One number for each pair makes a column.

The values are right and the shape is (d_model / 2, 1).

Look at: the number of axes of your result.
"""

import math

import torch


def wavelengths(d_model):
    exponents = torch.arange(0, d_model, 2, dtype=torch.float64) / d_model
    return (2 * math.pi * 10000.0**exponents).unsqueeze(1)
