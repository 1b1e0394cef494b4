"""In a loop over the even columns, the cosine needs its own, next index in the exponent.

With i already running over 0, 2, 4, ... the sine uses 2i and the cosine 2(i + 1), so no pair shares a rate.
Only the first sine column is right.
Same as: two_i_over_every_column

Look at: the two angles inside one pair. The formula gives a sine and a cosine of the very same number.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    table = []
    for pos in range(max_len):
        row = []
        for i in range(0, d_model, 2):
            row.append(math.sin(pos / 10000 ** (2 * i / d_model)))
            row.append(math.cos(pos / 10000 ** (2 * (i + 1) / d_model)))
        table.append(row[:d_model])
    return torch.tensor(table)
