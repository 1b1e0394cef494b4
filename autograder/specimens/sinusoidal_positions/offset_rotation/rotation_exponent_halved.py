"""Pair i turns by 10000^(-i / d_model) a position.

The factor 2 is missing in the exponent. The first block is right and each later one turns too fast.

Look at: the rates of the table and those of your blocks.
"""

import torch


def offset_rotation(k, d_model):
    blocks = []
    for i in range(d_model // 2):
        theta = torch.tensor(k * 10000.0 ** (-i / d_model), dtype=torch.float64)
        c, s = torch.cos(theta), torch.sin(theta)
        blocks.append(torch.stack([torch.stack([c, s]), torch.stack([-s, c])]))
    return torch.block_diag(*blocks)
