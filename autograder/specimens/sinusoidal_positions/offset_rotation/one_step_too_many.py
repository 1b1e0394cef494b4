"""From p to p + k it takes k + 1 steps.

The matrix moves every row one position too far, and k = 0 already moves.

Look at: the matrix for k = 0.
"""

import torch


def offset_rotation(k, d_model):
    even = torch.arange(0, d_model, 2)
    turn = (k + 1) * 10000.0 ** (-even.double() / d_model)
    s, c = torch.sin(turn), torch.cos(turn)
    rotation = torch.zeros(d_model, d_model, dtype=torch.float64)
    rotation[even, even] = rotation[even + 1, even + 1] = c
    rotation[even, even + 1] = s
    rotation[even + 1, even] = -s
    return rotation
