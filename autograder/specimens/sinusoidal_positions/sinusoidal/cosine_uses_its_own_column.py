"""A cosine stands in column 2i + 1, so 2i + 1 goes into its exponent.

The sine columns are right. Each cosine column turns a little more slowly than its sine.

Look at: the exponent in the formula's second line. Compare it with the one in the first line.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    column = torch.arange(d_model, dtype=torch.float64)
    angles = torch.arange(max_len, dtype=torch.float64)[:, None] * torch.exp(-math.log(10000.0) * column / d_model)
    return torch.where(column % 2 == 0, torch.sin(angles), torch.cos(angles)).float()
