"""Each row is divided by its norm, so that no position weighs more than another.

All rows already have the same norm. The division only makes every entry smaller, by the root of d_model / 2.

Look at: the largest value in your table. A sine reaches 1.
"""

import torch
import torch.nn.functional as F


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    angle = pos / 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = angle.sin()
    pe[:, 1::2] = angle[:, : d_model // 2].cos()
    return F.normalize(pe, dim=1)
