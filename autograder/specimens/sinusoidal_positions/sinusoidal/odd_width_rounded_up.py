"""Columns come in pairs, so an odd width gets one column more.

With d_model = 7 the table has 8 columns and cannot be added to token vectors of 7. Even widths are right.

Look at: the shape for an odd d_model. Either give exactly that width or refuse it with a ValueError.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pairs = (d_model + 1) // 2
    pe = torch.zeros(max_len, pairs * 2)
    pos = torch.arange(max_len, dtype=torch.float64).unsqueeze(1)
    angle = pos * torch.pow(10000.0, torch.arange(pairs, dtype=torch.float64) * -2 / d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)
    return pe
