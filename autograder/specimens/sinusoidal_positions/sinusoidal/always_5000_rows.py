"""A table is made once for 5000 positions; the caller takes the rows needed.

max_len is ignored: the result has 5000 rows, all right.

Look at: which of the two arguments your code uses.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    position = torch.arange(5000, dtype=torch.float64).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, d_model, 2, dtype=torch.float64) * (-math.log(10000.0) / d_model))
    pe = torch.zeros(5000, d_model)
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)[:, : d_model // 2]
    return pe
