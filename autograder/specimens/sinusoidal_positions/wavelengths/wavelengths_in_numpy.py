"""A NumPy array is as good as a tensor.

The values are right, but the result is an ndarray.

Look at: the type of what you return.
"""

import math

import torch


def wavelengths(d_model):
    exponents = torch.arange(0, d_model, 2, dtype=torch.float64) / d_model
    return (2 * math.pi * 10000.0**exponents).numpy()
