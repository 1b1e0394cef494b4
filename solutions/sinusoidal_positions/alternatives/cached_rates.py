"""The rates are cached as a tuple, which no caller can change; every table is new."""

import functools
import math

import torch


@functools.lru_cache
def rates(d_model):
    return tuple(math.exp(-two_i / d_model * math.log(10000)) for two_i in range(0, d_model, 2))


def sinusoidal_pe(max_len, d_model):
    pe = torch.zeros(max_len, d_model)
    position = torch.arange(max_len, dtype=torch.float64)
    for i, rate in enumerate(rates(d_model)):
        pe[:, 2 * i] = torch.sin(position * rate)
        if 2 * i + 1 < d_model:
            pe[:, 2 * i + 1] = torch.cos(position * rate)
    return pe


def wavelengths(d_model):
    return torch.tensor([2 * math.pi / rate for rate in rates(d_model)], dtype=torch.float64)
