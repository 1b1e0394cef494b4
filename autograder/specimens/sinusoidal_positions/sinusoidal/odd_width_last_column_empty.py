"""With an odd width the last column has no partner, so it stays 0.

Even widths are right. For an odd width the last sine column is missing.

Look at: the formula for the last column when d_model = 7. Does it need a partner?
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pe = torch.zeros(max_len, d_model)
    pos = torch.arange(max_len, dtype=torch.float64)
    for i in range(d_model // 2):
        angle = pos * 10000.0 ** (-2 * i / d_model)
        pe[:, 2 * i] = angle.sin()
        pe[:, 2 * i + 1] = angle.cos()
    return pe
