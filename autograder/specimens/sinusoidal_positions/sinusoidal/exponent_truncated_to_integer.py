"""The exponent may be kept in an integer tensor, as the indices are.

2i / d_model lies between 0 and 1, so every exponent becomes 0 and all pairs turn alike, by one radian a position.
Same as: integer_division_in_exponent

Look at: print the exponents, and their dtype.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    exponents = torch.zeros(d_model, dtype=torch.long)
    for j in range(d_model):
        exponents[j] = int((j - j % 2) / d_model)
    angles = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0**exponents
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angles[:, 0::2])
    pe[:, 1::2] = torch.cos(angles[:, 1::2])
    return pe
