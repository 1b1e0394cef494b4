"""A list of numbers is a vector.

The values are right, but the result is a Python list.

Look at: the type of what you return.
"""

import math


def wavelengths(d_model):
    return [2 * math.pi * 10000 ** (two_i / d_model) for two_i in range(0, d_model, 2)]
