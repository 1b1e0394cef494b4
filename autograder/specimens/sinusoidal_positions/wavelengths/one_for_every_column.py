"""There are d_model columns, so there are d_model wavelengths.

Every value is right and stands there twice: the two columns of a pair have the same wave.

Look at: the length of your result and the one that the task asks for.
"""

import math

import torch


def wavelengths(d_model):
    column = torch.arange(d_model)
    return 2 * math.pi * 10000.0 ** (2 * (column // 2) / d_model)
