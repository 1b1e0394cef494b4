"""Each column is a sine, with an exponent from its own number.

The even columns are right. The odd columns have no cosine and a rate of their own.

Look at: which function the formula has in odd columns, and how many different rates a pair has.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    column = torch.arange(d_model)
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0 ** (column / d_model)
    return angle.sin().float()
