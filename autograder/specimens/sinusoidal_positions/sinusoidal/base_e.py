"""Going over to exp replaces the power, base and all: exp(-2i / d_model).

The logarithm of 10000 is lost and the base is e. All rates lie between 1 and 1/e, so the waves are nearly alike.

Look at: how a power of 10000 is written as a power of e. Compare your last rate with the formula's.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64).unsqueeze(1)
    rate = torch.exp(-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    angle = pos * rate
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
