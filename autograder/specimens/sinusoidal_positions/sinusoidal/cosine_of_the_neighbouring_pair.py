"""Rolling the angles by one column lines them up with the cosine columns.

The sine columns are right. Each cosine column has the rate of another pair, and the last has the rate of the first.

Look at: the rates of columns 0 and 1, and those of the last two columns. Each two should be one number.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / 10000.0 ** (two_i / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(torch.roll(angle, -1, dims=1))[:, : d_model // 2]
    return pe
