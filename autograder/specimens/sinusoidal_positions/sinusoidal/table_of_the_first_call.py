"""Tables of one width are alike, so the first one is kept for all later calls.

A later call with another max_len gets the number of rows of the first.

Look at: two calls with the same d_model and different max_len. What does your store look a table up by?
"""

import torch


_tables = {}


def sinusoidal_pe(max_len, d_model):
    if d_model not in _tables:
        angle = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0 ** (
            torch.arange(0, d_model, 2, dtype=torch.float64) / d_model
        )
        _tables[d_model] = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)[:, :d_model].float()
    return _tables[d_model].clone()
