"""Takes off axes of length 1 without naming one.

The blocks are right. With d_model = 2 there is one block, `squeeze` takes its axis off, and what is joined is its two rows.

Look at: the smallest d_model, and the shape that your list of blocks has there.
"""

import torch


def offset_rotation(k, d_model):
    turn = k * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    upper = torch.stack([turn.cos(), turn.sin()], dim=-1)
    lower = torch.stack([-turn.sin(), turn.cos()], dim=-1)
    blocks = torch.stack([upper, lower], dim=1).squeeze()
    return torch.block_diag(*blocks)
