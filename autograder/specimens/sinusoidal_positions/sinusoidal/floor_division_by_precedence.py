"""-log(10000) / d_model // 2 is a way to write half of -log(10000) / d_model.

// rounds down, so the factor is -1 or below and never a fraction. The rates fall off far too fast: the third pair
is already nearly still.

Look at: print the factor that multiplies the index, before exp.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    factor = -math.log(10000.0) / d_model // 2
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angles = torch.arange(max_len, dtype=torch.float64).view(-1, 1) * torch.exp(two_i * factor)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = angles.sin()
    pe[:, 1::2] = angles[:, : d_model // 2].cos()
    return pe
