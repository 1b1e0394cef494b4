"""The pair of column j is j % 2.

% gives the remainder, so there are only two rates in the whole table: one for all sines, one for all cosines.

Look at: which pair columns 4 and 5 belong to. Print your pair numbers for d_model = 8.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    rates = [10000.0 ** (-2 * (j % 2) / d_model) for j in range(d_model)]
    trig = [math.cos if j % 2 else math.sin for j in range(d_model)]
    return torch.tensor([[f(p * r) for f, r in zip(trig, rates, strict=True)] for p in range(max_len)])
