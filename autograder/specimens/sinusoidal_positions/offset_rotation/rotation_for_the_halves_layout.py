"""The sines are the first half of a vector and the cosines the second half.

The matrix joins column i with column i + d_model / 2. The table interleaves, so the wrong entries are mixed.
With d_model = 2 the two layouts are the same.

Look at: the two columns of pair 0 in the table, and where your matrix looks for them.
"""

import torch


def offset_rotation(k, d_model):
    theta = k * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    cos, sin = torch.diag(theta.cos()), torch.diag(theta.sin())
    return torch.cat([torch.cat([cos, sin], dim=1), torch.cat([-sin, cos], dim=1)], dim=0)
