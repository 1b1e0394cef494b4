"""sin and cos need their angle in degrees.

Every wave is 57.3 times too fast.

Look at: PE[1, 0], which is the sine of 1. Which unit does sin expect?
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = torch.rad2deg(pos / 10000.0 ** (two_i / d_model))
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
