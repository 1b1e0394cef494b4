"""One wave for each column is enough, so both columns of a pair hold the cosine.

The cosine columns are right and each stands there twice. The sine is missing, and row 0 is all ones.

Look at: columns 0 and 1. They should differ.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    column = torch.arange(d_model)
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0 ** (2 * (column // 2) / d_model)
    return angle.cos().float()
