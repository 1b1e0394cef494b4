"""Rates and wavelengths from torch.logspace, which ends at the exponent of the last pair."""

import math

import torch


def powers(d_model, sign):
    pairs = (d_model + 1) // 2
    return torch.logspace(0.0, sign * 8.0 * (pairs - 1) / d_model, pairs, dtype=torch.float64)


def sinusoidal_pe(max_len, d_model):
    angle = torch.arange(max_len, dtype=torch.float64).outer(powers(d_model, -1))
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = angle.sin()
    pe[:, 1::2] = angle.narrow(1, 0, d_model // 2).cos()
    return pe


def wavelengths(d_model):
    return 2 * math.pi * powers(d_model, 1)
