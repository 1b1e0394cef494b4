"""An odd width is refused with a ValueError; even widths by strided columns of one angle table."""

import torch


def sinusoidal_pe(max_len, d_model):
    if d_model % 2 != 0:
        raise ValueError(f"sine and cosine come in pairs, so d_model must be even, not {d_model}")
    angle = torch.arange(max_len, dtype=torch.float64).view(max_len, 1)
    angle = angle * torch.pow(10000.0, -torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.zeros(max_len, d_model // 2, 2)
    pe[..., 0] = torch.sin(angle)
    pe[..., 1] = torch.cos(angle)
    return pe.view(max_len, d_model)


def offset_rotation(k, d_model):
    if d_model % 2:
        raise ValueError(f"d_model must be even, not {d_model}")
    turn = k * torch.pow(10000.0, -torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    blocks = torch.zeros(d_model // 2, 2, d_model // 2, 2, dtype=torch.float64)
    pair = torch.arange(d_model // 2)
    blocks[pair, 0, pair, 0] = blocks[pair, 1, pair, 1] = turn.cos()
    blocks[pair, 0, pair, 1] = turn.sin()
    blocks[pair, 1, pair, 0] = -turn.sin()
    return blocks.reshape(d_model, d_model)
