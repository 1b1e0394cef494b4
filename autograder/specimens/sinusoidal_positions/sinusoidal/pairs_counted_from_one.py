"""The pairs are counted 1, 2, 3, ..., so the first pair has the exponent 2 / d_model.

Each pair carries the rate of the pair after it, and no pair turns by one radian a position.

Look at: the first value of i, and the rate that it should give to columns 0 and 1.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    pairs = (d_model + 1) // 2
    rates = [10000.0 ** (-2 * i / d_model) for i in range(1, pairs + 1)]
    rows = []
    for p in range(max_len):
        row = []
        for rate in rates:
            row += [math.sin(p * rate), math.cos(p * rate)]
        rows.append(row[:d_model])
    return torch.tensor(rows, dtype=torch.float32)
