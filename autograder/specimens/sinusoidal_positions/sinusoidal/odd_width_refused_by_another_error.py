"""Any exception with a clear message will do for an odd width.

The message is clear, but a caller who expects a ValueError does not catch it. Even widths are right.

Look at: the class of the exception that the text names for an odd d_model.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    if d_model % 2 == 1:
        raise RuntimeError(f"d_model must be even, not {d_model}")
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0 ** (
        torch.arange(0, d_model, 2, dtype=torch.float64) / d_model
    )
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1).float()
