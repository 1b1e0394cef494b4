"""A table of given size never changes, so it is built once and kept.

Every caller gets the very same tensor. If one of them changes it in place, the next caller gets the changed table.

Look at: what a second call returns after you have overwritten the result of the first.
"""

import torch

_tables = {}


def sinusoidal_pe(max_len, d_model):
    key = (max_len, d_model)
    if key not in _tables:
        angle = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0 ** (
            torch.arange(0, d_model, 2, dtype=torch.float64) / d_model
        )
        pe = torch.zeros(max_len, d_model)
        pe[:, 0::2] = angle.sin()
        pe[:, 1::2] = angle.cos()[:, : d_model // 2]
        _tables[key] = pe
    return _tables[key]
