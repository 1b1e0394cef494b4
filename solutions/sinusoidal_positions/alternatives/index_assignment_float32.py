"""The rotation in float32, by diagonals: cosines on the main one, sines on every other entry of its neighbours."""

import math

import torch


def offset_rotation(k, d_model):
    rates = torch.exp(-math.log(10000.0) * torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    R = torch.zeros(d_model, d_model)
    R.diagonal().copy_(torch.cos(k * rates).repeat_interleave(2))
    R.diagonal(1)[::2] = torch.sin(k * rates)
    R.diagonal(-1)[::2] = -torch.sin(k * rates)
    return R


def wavelengths(d_model):
    two_i = torch.arange(0, d_model, 2, dtype=torch.float32)
    return 2 * math.pi * torch.exp(two_i / d_model * math.log(10000.0))
