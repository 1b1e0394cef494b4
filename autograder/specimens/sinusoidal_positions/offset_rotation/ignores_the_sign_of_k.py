"""An offset is a distance, so only its size counts.

R for -k comes out as R for k. For k >= 0 the matrix is right.

Look at: R for k times R for -k. Where should a step forth and back end?
"""

import torch


def offset_rotation(k, d_model):
    theta = abs(k) * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    R = torch.diag(theta.cos().repeat_interleave(2))
    for i in range(d_model // 2):
        R[2 * i, 2 * i + 1] = theta[i].sin()
        R[2 * i + 1, 2 * i] = -theta[i].sin()
    return R
