"""The loop over the pairs begins at the second, since the exponent of the first is 0.

The first two columns are never written and hold zeros. All others are right.

Look at: the first value that your loop variable takes, and columns 0 and 1 of the table.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pe = torch.zeros(max_len, d_model)
    pos = torch.arange(max_len, dtype=torch.float64)
    for j in range(2, d_model):
        angle = pos * 10000.0 ** (-(j - j % 2) / d_model)
        pe[:, j] = angle.cos() if j % 2 else angle.sin()
    return pe
