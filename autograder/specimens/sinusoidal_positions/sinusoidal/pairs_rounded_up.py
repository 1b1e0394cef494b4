"""The pair of column j is j / 2, rounded up.

Column 0 stands alone and columns 1 and 2 share a rate, so every cosine has the rate of the next pair.
Same as: cosine_of_the_next_pair

Look at: which columns get the same rate, for columns 0 to 5.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    column = torch.arange(d_model)
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0 ** (2 * ((column + 1) // 2) / d_model)
    return torch.where(column % 2 == 0, angle.sin(), angle.cos()).float()
