"""Positions count down, so that the newest token is at position 0.

The rows stand in reverse order, and what a position gets depends on max_len.

Look at: row 0 of tables of two lengths. It should not change.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len - 1, -1, -1, dtype=torch.float64)
    rate = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    angle = torch.einsum("p,r->pr", pos, rate)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(start_dim=1)[:, :d_model].float()
