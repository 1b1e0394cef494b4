"""One wave for each column is enough, so both columns of a pair hold the sine.

The sine columns are right and each stands there twice. The cosine, without which a sine alone is ambiguous, is missing.

Look at: columns 0 and 1. They should differ.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    column = torch.arange(d_model)
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0 ** (2 * (column // 2) / d_model)
    return angle.sin().float()
