"""Positions are counted in bytes.

uint8 ends at 255 and starts again at 0, so row 256 equals row 0.

Look at: the dtype of your positions and the largest number that it holds.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len).to(torch.uint8)
    angle = pos.double()[:, None] / 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = angle.sin()
    pe[:, 1::2] = angle.cos()[:, : d_model // 2]
    return pe
