"""A printed message refuses an odd width, and the function returns early.

The caller gets None and fails later, somewhere else. Even widths are right.

Look at: what a caller holds after the call when d_model is odd. How does it learn that something was wrong?
"""

import torch


def sinusoidal_pe(max_len, d_model):
    if d_model % 2 != 0:
        print("d_model must be even")
        return None
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    angle = pos * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1).float()
