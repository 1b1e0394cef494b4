"""Each angle is the one before it plus the rate.

True on paper. In float32 every addition rounds, always in the same direction for a while, and the errors add up.
The first rows are right and the late ones drift.

Look at: the last rows of a table of some thousands of positions, against float64.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    rate = (10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)).float()
    angle = torch.zeros_like(rate)
    rows = []
    for _ in range(max_len):
        rows.append(torch.stack([angle.sin(), angle.cos()], dim=1).flatten()[:d_model])
        angle = angle + rate
    return torch.stack(rows)
