"""Pairs are named by their odd column, so both members take the exponent (2i + 1) / d_model.

The sine and the cosine of a pair agree with each other, but every pair turns too slowly by the same factor.
Row 0 looks right; the first pair already differs at position 1.

Look at: the rate of the very first pair. What is 10000 raised to the exponent that the formula gives for i = 0?
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64).unsqueeze(1)
    odd = torch.arange(1, d_model + 1, 2, dtype=torch.float64)
    angles = pos / torch.pow(10000.0, odd / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = angles.sin().float()
    pe[:, 1::2] = angles[:, : d_model // 2].cos().float()
    return pe
