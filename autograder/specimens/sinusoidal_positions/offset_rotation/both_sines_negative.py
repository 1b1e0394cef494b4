"""Both sines of a block have a minus sign.

Such a block is no rotation, and no row is moved to the right place.

Look at: the two addition theorems, sign by sign.
"""

import torch


def offset_rotation(k, d_model):
    even = torch.arange(0, d_model, 2)
    turn = k * 10000.0 ** (-even.double() / d_model)
    s, c = torch.sin(turn), torch.cos(turn)
    rotation = torch.zeros(d_model, d_model, dtype=torch.float64)
    rotation[even, even] = rotation[even + 1, even + 1] = c
    rotation[even, even + 1] = -s
    rotation[even + 1, even] = -s
    return rotation
