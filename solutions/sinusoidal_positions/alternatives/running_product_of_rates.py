"""Rates by a running product from pair to pair, angles by a running sum from row to row, both in float64."""

import torch


def sinusoidal_pe(max_len, d_model):
    ratios = torch.full(((d_model + 1) // 2,), 10000.0 ** (-2 / d_model), dtype=torch.float64)
    ratios[0] = 1.0
    rate = ratios.cumprod(0)
    angle = (rate.repeat(max_len, 1).cumsum(0) - rate).repeat_interleave(2, dim=1)[:, :d_model]
    angle[:, ::2].sin_()
    angle[:, 1::2].cos_()
    return angle.float()


def wavelengths(d_model):
    ratios = torch.full((d_model // 2,), 10000.0 ** (2 / d_model), dtype=torch.float64)
    ratios[0] = 2 * torch.pi
    return ratios.cumprod(dim=0)
