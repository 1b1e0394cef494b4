"""The positions are multiplied by 10000^(2i / d_model).

Where the formula divides, this multiplies, so later pairs turn faster and faster. The first pair is right.

Look at: should the last pair turn faster or more slowly than the first?
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    position = torch.arange(max_len, dtype=torch.float64).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, d_model, 2, dtype=torch.float64) * (math.log(10000.0) / d_model))
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)[:, : d_model // 2]
    return pe
