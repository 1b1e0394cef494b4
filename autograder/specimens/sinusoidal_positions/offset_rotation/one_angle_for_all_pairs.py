"""Moving on by k positions turns every pair by the angle k.

Only the first pair turns by one radian a position. All other blocks turn too far.

Look at: how far pair 1 of the table moves from one position to the next.
"""

import math

import torch


def offset_rotation(k, d_model):
    block = torch.tensor([[math.cos(k), math.sin(k)], [-math.sin(k), math.cos(k)]], dtype=torch.float64)
    return torch.block_diag(*[block] * (d_model // 2))
