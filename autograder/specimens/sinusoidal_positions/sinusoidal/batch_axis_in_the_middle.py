"""The table needs a batch axis between positions and columns, as sequence-first models have it.

The values are right and the shape is (max_len, 1, d_model).

Look at: the shape that the text asks for, and the number of axes of yours.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / 10000.0 ** (two_i / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe.unsqueeze(1)
