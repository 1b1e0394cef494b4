"""The cosine's angle is one pair further on.

The sine columns are right. Each cosine column has the rate of the next pair.
Same as: pairs_rounded_up

Look at: the rates of columns 2 and 3. They should be one number.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    n = d_model // 2
    rate = 10000.0 ** (-torch.arange(0, d_model + 2, 2, dtype=torch.float64) / d_model)
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] * rate
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = angle[:, : d_model - n].sin()
    pe[:, 1::2] = angle[:, 1 : n + 1].cos()
    return pe
