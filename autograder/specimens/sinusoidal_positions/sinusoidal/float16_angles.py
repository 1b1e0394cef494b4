"""Angles need no more digits than float16 has.

It keeps three to four decimal digits of an angle, so an angle of some hundred radians is a guess.

Look at: the dtype of your angles, and how many digits it keeps.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = (pos / 10000.0 ** (two_i / d_model)).half().double()
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
