"""stack followed by reshape interleaves, whatever axis is stacked on.

Stacked on a new first axis, all sines lie before all cosines in memory. reshape then cuts them into rows that mix
several positions. The shape is right and hardly any entry is.

Look at: a table small enough to read, such as 2 rows and 4 columns. Which numbers stand in row 0?
"""

import torch


def sinusoidal_pe(max_len, d_model):
    even = d_model + d_model % 2
    rate = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] * rate
    return torch.stack([angle.sin(), angle.cos()], dim=0).reshape(max_len, even)[:, :d_model].float()
