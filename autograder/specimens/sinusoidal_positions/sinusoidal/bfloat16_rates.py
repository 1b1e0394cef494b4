"""The rates are small numbers, and bfloat16 is made for small numbers.

It keeps two to three decimal digits of a rate, and the error grows with the position.

Look at: the dtype of your rates, and how many digits it keeps.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos * (10000.0 ** (-two_i / d_model)).bfloat16().double()
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
