"""Indices are whole numbers, so they are divided with //.

2i // d_model is 0 for every pair: all pairs turn by one radian a position and only the first is right.
Same as: exponent_truncated_to_integer

Look at: the values of the exponent for a small d_model. Are any of them different?
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    def entry(p, j):
        i = j // 2
        angle = p / 10000 ** (2 * i // d_model)
        return math.sin(angle) if j % 2 == 0 else math.cos(angle)

    return torch.tensor([[entry(p, j) for j in range(d_model)] for p in range(max_len)], dtype=torch.float32)
