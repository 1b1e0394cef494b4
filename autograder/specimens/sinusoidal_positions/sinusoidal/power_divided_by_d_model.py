"""The rate is a power, divided by d_model.

10000 ** (-2i) / d_model: the first pair turns d_model times too slowly and every other pair stands still.

Look at: where the division by d_model stands in the formula, in the exponent or beside the power.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos * 10000.0**-two_i / d_model
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
