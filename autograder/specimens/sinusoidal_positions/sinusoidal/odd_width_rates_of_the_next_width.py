"""An odd width is built as the next even one and trimmed.

The shape is right, but the exponents were divided by d_model + 1. Even widths are right.

Look at: the divisor in the exponent when d_model is odd. The trimmed columns keep the rates they were built with.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    if d_model % 2 == 1:
        return sinusoidal_pe(max_len, d_model + 1)[:, :d_model].clone()
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    angle = pos / 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    return torch.stack([angle.sin(), angle.cos()], dim=2).view(max_len, d_model).float()
