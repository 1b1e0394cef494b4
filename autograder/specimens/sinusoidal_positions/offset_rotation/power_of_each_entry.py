"""k steps are the k-th power of one step, written R ** k.

** raises each entry by itself. For k = 1 the matrix is right; for other offsets it is no rotation, and for k = 0 all
entries are 1.

Look at: R ** 2 beside R @ R.
"""

import torch


def offset_rotation(k, d_model):
    w = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    one_step = torch.block_diag(*[torch.tensor([[a.cos(), a.sin()], [-a.sin(), a.cos()]]).double() for a in w])
    return one_step**k
