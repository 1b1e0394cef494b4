"""squeeze() tidies up the axes that were added on the way.

Without an axis to squeeze it drops every axis of size 1. With max_len = 1 the result has shape (d_model,).

Look at: the shape for max_len = 1.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64).view(1, -1, 1)
    angle = pos * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.zeros(1, max_len, d_model)
    pe[:, :, 0::2] = angle.sin()
    pe[:, :, 1::2] = angle[..., : d_model // 2].cos()
    return pe.squeeze()
