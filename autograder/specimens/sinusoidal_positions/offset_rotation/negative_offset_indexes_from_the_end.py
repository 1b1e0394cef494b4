"""The sine and cosine of the offset stand in row k of the table.

True for k >= 0. A negative k counts rows from the end of the table and finds a row of another offset.

Look at: which row you read for k = -3.
"""

import torch


def offset_rotation(k, d_model):
    positions = torch.arange(abs(k) + 1, dtype=torch.float64)
    angles = torch.outer(positions, 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model))
    s, c = angles.sin()[k], angles.cos()[k]
    return torch.block_diag(*[torch.tensor([[ci, si], [-si, ci]]) for si, ci in zip(s, c, strict=True)])
