"""max_len is the last position, and range stops before its end.

The table has max_len - 1 rows, all right. The last position has none.

Look at: the shape for max_len = 10.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(0, max_len - 1, dtype=torch.float64)
    angle = pos[:, None] / 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.zeros(len(pos), d_model)
    pe[:, 0::2] = angle.sin()
    pe[:, 1::2] = angle.cos()[:, : d_model // 2]
    return pe
