"""A later pair turns faster.

The power of 10000 multiplies k where it should divide it. Only the first pair is right.

Look at: whether the last pair turns fast or slowly.
"""

import torch


def offset_rotation(k, d_model):
    even = torch.arange(0, d_model, 2)
    turn = k * 10000.0 ** (even.double() / d_model)
    s, c = torch.sin(turn), torch.cos(turn)
    rotation = torch.zeros(d_model, d_model, dtype=torch.float64)
    rotation[even, even] = rotation[even + 1, even + 1] = c
    rotation[even, even + 1] = s
    rotation[even + 1, even] = -s
    return rotation
