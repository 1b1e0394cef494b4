"""A spare column completes the last pair of an odd width and is cut off, with exponents of the width asked for."""

import torch
import torch.nn.functional as F


def sinusoidal_pe(max_len, d_model):
    two_i = torch.arange(0, d_model, 2, dtype=torch.float32)
    angle = torch.arange(max_len, dtype=torch.float32)[:, None] / torch.pow(10000, two_i / d_model)
    pe = F.pad(angle.sin()[..., None], (0, 1))
    pe[..., 1] = angle.cos()
    return pe.flatten(-2).narrow(-1, 0, d_model).contiguous()
