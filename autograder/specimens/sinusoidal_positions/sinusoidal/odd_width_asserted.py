"""An assert is a way to refuse an argument.

An odd width ends in an AssertionError, which a caller who expects a ValueError does not catch, and which python -O
leaves out. Even widths are right.

Look at: the class of the exception that the text names for an odd d_model.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    assert d_model % 2 == 0, "d_model must be even"
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0 ** (
        torch.arange(0, d_model, 2, dtype=torch.float64) / d_model
    )
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1).float()
