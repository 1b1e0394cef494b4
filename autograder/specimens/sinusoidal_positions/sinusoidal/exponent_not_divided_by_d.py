"""The division by d_model applies to the power, not to the exponent.

10000 ** (2i) / d_model: the first pair turns d_model times too fast, and every other pair stands still.

Look at: where the fraction bar of the formula stands, in the exponent or beside it.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / (torch.pow(10000.0, two_i) / d_model)
    pe = torch.stack([torch.sin(angle), torch.cos(angle)], dim=-1)
    return pe.flatten(1)[:, :d_model].float()
