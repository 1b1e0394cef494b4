"""The angles may be rounded: sine and cosine lie between -1 and 1 anyway.

An angle of some hundreds of radians, rounded to 8 significant bits, is off by more than a radian. At large
positions the fast pairs are noise.

Look at: the rounding error of an angle near 1000, in radians.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    rate = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    angle = (torch.arange(max_len, dtype=torch.float64)[:, None] * rate).to(torch.bfloat16).double()
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)[:, :d_model].float()
