"""One call of sin for the whole table: a cosine is a sine a quarter turn ahead."""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    rate = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    rate = rate.repeat_interleave(2)[:d_model]
    quarter = torch.arange(d_model).remainder(2) * (math.pi / 2)
    return (torch.arange(max_len, dtype=torch.float64).outer(rate) + quarter).sin_().float()
