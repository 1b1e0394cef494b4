"""The last column of an odd width may hold either wave.

Even widths are right. For an odd width the last column is the cosine of its angle; the formula has a sine there.

Look at: whether the index of the last column is even or odd when d_model = 7, and what the formula puts there.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pe = torch.zeros(max_len, d_model)
    pos = torch.arange(max_len, dtype=torch.float64)
    for j in range(0, d_model, 2):
        angle = pos * 10000.0 ** (-j / d_model)
        pe[:, j] = angle.sin()
        pe[:, min(j + 1, d_model - 1)] = angle.cos()
    return pe
