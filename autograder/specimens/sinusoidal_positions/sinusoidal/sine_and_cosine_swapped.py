"""The cosine comes first in each pair.

Row 0 is 1, 0, 1, 0 where it should be 0, 1, 0, 1.

Look at: the parity of the sine's column in the formula.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    j = torch.arange(d_model)
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0 ** (2 * (j // 2) / d_model).double()
    return torch.where(j % 2 == 0, torch.cos(angle), torch.sin(angle)).float()
