"""10000 ** 2 * i / d_model is 10000 raised to 2i / d_model.

Python raises to the power first. The denominator of the first pair is 0, and its columns are NaN.

Look at: what binds tighter, ** or *. Print the denominators.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / (10000**2 * two_i / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
