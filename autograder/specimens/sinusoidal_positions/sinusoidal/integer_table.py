"""A table filled from integer positions has their dtype.

zeros_like an integer tensor is an integer tensor: each sine and cosine is cut to -1, 0 or 1 when it is stored.

Look at: the dtype of the table that you write into, and a few of its entries.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    positions = torch.arange(max_len).unsqueeze(1).expand(max_len, d_model)
    pe = torch.zeros_like(positions)
    angle = positions[:, ::2] / 10000.0 ** (torch.arange(0, d_model, 2) / d_model)
    pe[:, 0::2] = torch.sin(angle).to(pe.dtype)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2].to(pe.dtype)
    return pe
