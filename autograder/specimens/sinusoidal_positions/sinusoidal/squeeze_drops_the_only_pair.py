"""Takes off axes of length 1 without naming one.

With d_model = 2 there is one pair of columns, and `squeeze` takes its axis away: what is left does not fit into the
table.

Look at: the shape of your angles for d_model = 2, and which of their axes you meant to take off.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} is odd: a sine would have no cosine")
    positions = torch.arange(max_len, dtype=torch.float64).reshape(1, -1, 1)
    rates = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    angles = (positions * rates).squeeze()
    pe = torch.empty(max_len, d_model)
    pe[:, 0::2] = angles.sin()
    pe[:, 1::2] = angles.cos()
    return pe
