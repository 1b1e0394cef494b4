"""The cosine's angle is that of the pair before, since its column comes after a sine.

The sine columns are right. Each cosine column but the first has the rate of the pair before its own.

Look at: the rates of columns 2 and 3. They should be one number.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / 10000.0 ** (two_i / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle[:, [0, *range(angle.shape[1] - 1)]])[:, : d_model // 2]
    return pe
