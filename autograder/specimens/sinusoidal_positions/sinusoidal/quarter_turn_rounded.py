"""1.57 is a quarter turn.

The cosines are sines moved by 1.57, which is not quite a quarter turn: they are off by almost one part in a thousand.

Look at: row 0, with six digits. How exact is the number by which you move the sine?
"""

import torch


def sinusoidal_pe(max_len, d_model):
    column = torch.arange(d_model)
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0 ** (2 * (column // 2) / d_model)
    return torch.sin(angle + (column % 2) * 1.57).float()
