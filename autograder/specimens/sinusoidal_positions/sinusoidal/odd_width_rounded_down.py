"""A table has d_model // 2 pairs, and nothing else.

An odd width gives one column too few. Even widths are right.

Look at: the shape for d_model = 7.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    columns = []
    pos = torch.arange(max_len, dtype=torch.float64)
    for i in range(d_model // 2):
        angle = pos * 10000.0 ** (-2 * i / d_model)
        columns += [angle.sin(), angle.cos()]
    if not columns:
        return torch.zeros(max_len, 0)
    return torch.stack(columns, dim=1).float()
