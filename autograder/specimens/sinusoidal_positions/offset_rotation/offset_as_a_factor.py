"""k steps do k times what one step does, so the matrix of one step is multiplied by k.

A step is a rotation, and k rotations turn k times as far; they do not make the vector k times as long.
For k = 1 the matrix is right, for k = 0 it is zero.

Look at: the length of R PE[p]. All rows of the table have the same length.
"""

import torch


def offset_rotation(k, d_model):
    w = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    one_step = torch.diag_embed(w.cos().repeat_interleave(2))
    even = torch.arange(0, d_model, 2)
    one_step[even, even + 1] = w.sin()
    one_step[even + 1, even] = -w.sin()
    return k * one_step
