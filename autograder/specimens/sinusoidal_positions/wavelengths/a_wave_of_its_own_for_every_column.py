"""Each of the d_model columns has its own exponent, j / d_model.

The result has d_model values. Those at even places are right; sine and cosine of a pair have no different waves.

Look at: the rates of the two columns of a pair, and the length that the task asks for.
"""

import math

import torch


def wavelengths(d_model):
    return torch.tensor([2 * math.pi * 10000 ** (j / d_model) for j in range(d_model)])
