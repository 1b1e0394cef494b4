"""There are d_model / 2 pairs, so 2i is divided by d_model / 2.

The exponents run up to nearly 2 where they should stay below 1. The first pair is right and each later one
turns too slowly; the last ones hardly move at all.

Look at: what the exponent is divided by, and the largest exponent that comes out.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    half = d_model / 2
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angles = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0 ** (two_i / half)
    return torch.stack((angles.sin(), angles.cos()), dim=-1).reshape(max_len, -1)[:, :d_model].float()
