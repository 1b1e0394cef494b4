"""The sines fill the left half of a row and the cosines the right half.

Every value is right and nearly every column is in the wrong place: row 0 is 0, ..., 0, 1, ..., 1.
Some libraries store it so; the formula here interleaves.

Look at: the column that the formula gives to the first cosine.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    left = (d_model + 1) // 2
    pos = torch.arange(max_len, dtype=torch.float64).unsqueeze(1)
    angle = pos / 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, :left] = torch.sin(angle)
    pe[:, left:] = torch.cos(angle[:, : d_model - left])
    return pe
