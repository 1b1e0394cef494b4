"""`k or 1` supplies a default where k was left out.

0 counts as false, so the offset 0 becomes the offset 1. For every other k the matrix is right.

Look at: your matrix for k = 0. What should it do to a row?
"""

import torch


def offset_rotation(k, d_model):
    step = k or 1
    theta = step * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    even = torch.arange(0, d_model, 2)
    R = torch.eye(d_model, dtype=torch.float64)
    R[even, even] = R[even + 1, even + 1] = theta.cos()
    R[even, even + 1] = theta.sin()
    R[even + 1, even] = -theta.sin()
    return R
