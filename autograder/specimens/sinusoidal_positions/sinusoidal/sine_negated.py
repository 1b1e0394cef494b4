"""The angle is minus p times the rate, as in exp(-i w p).

The cosines are right, since a cosine does not see the sign. Every sine has the wrong sign.

Look at: PE[1, 0]. The sine of a small positive angle is positive.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    w = torch.exp(-math.log(10000.0) * torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    z = torch.exp(-1j * torch.arange(max_len, dtype=torch.float64)[:, None] * w)
    return torch.stack([z.imag, z.real], dim=-1).flatten(1)[:, :d_model].float()
