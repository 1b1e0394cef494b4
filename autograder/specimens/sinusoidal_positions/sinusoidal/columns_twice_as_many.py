"""There is a sine and a cosine for each of the d_model columns.

With a pair for each column the table has 2 d_model columns. There are only d_model / 2 pairs.

Look at: the shape of your result, and how many pairs there are.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    angle = pos / 10000.0 ** (torch.arange(d_model, dtype=torch.float64) / d_model)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1).float()
