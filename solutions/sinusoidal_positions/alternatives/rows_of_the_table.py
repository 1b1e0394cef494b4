"""Sines and cosines of the offset are read from row |k| of the encoding; the sign of k goes to the sines."""

import torch


def offset_rotation(k, d_model):
    angle = abs(k) * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    row = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten()
    sign = -1.0 if k < 0 else 1.0
    matrix = torch.diag(row[1::2].repeat_interleave(2))
    for even in range(0, d_model, 2):
        matrix[even, even + 1] = sign * row[even]
        matrix[even + 1, even] = -sign * row[even]
    return matrix
