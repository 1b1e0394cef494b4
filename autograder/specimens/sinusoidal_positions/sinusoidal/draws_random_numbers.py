"""A table is best made in an nn.Embedding, whose first values do not matter.

The result is right, but the layer draws random first values. All random numbers after the call differ from those that
would have come without it.

Look at: torch.get_rng_state() before and after a call.
"""

import torch
from torch import nn


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    angle = pos / 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    layer = nn.Embedding(max_len, d_model)
    layer.weight.requires_grad = False
    layer.weight[:, 0::2] = torch.sin(angle).float()
    layer.weight[:, 1::2] = torch.cos(angle)[:, : d_model // 2].float()
    return layer.weight
