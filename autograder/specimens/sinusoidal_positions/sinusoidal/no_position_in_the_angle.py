"""The rates alone make the table.

Every position has the same row.

Look at: what in your code depends on the position.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    rates = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    row = torch.stack([rates.sin(), rates.cos()], dim=-1).flatten()[:d_model]
    return row.float().repeat(max_len, 1)
