"""There is no position before 0, so an offset cannot be negative.

An offset is a difference: from position 7 to position 4 it is -3. For k >= 0 the matrix is right.

Look at: what the task says about the sign of k.
"""

import torch


def offset_rotation(k, d_model):
    if k < 0:
        raise ValueError(f"the offset must not be negative, got {k}")
    R = torch.zeros(d_model, d_model, dtype=torch.float64)
    for i in range(0, d_model, 2):
        theta = torch.tensor(k * 10000.0 ** (-i / d_model), dtype=torch.float64)
        R[i : i + 2, i] = torch.stack([theta.cos(), -theta.sin()])
        R[i : i + 2, i + 1] = torch.stack([theta.sin(), theta.cos()])
    return R
