"""The minus sign stands with the cosine: [[cos, sin], [sin, -cos]].

The block has determinant -1: it reflects. The sines of PE[p + k] come out right, the cosines with the wrong sign.

Look at: the addition theorem for cos(a + b), and the determinant of a block.
"""

import torch


def offset_rotation(k, d_model):
    R = torch.zeros(d_model, d_model, dtype=torch.float64)
    for i in range(0, d_model, 2):
        theta = torch.tensor(k / 10000 ** (i / d_model), dtype=torch.float64)
        R[i, i], R[i, i + 1] = theta.cos(), theta.sin()
        R[i + 1, i], R[i + 1, i + 1] = theta.sin(), -theta.cos()
    return R
