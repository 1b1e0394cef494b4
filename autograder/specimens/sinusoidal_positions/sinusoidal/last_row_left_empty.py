"""The loop over positions ends at max_len - 1, as the last position does.

range leaves out its end, so the last row is never written and holds zeros.

Look at: the last value that your loop variable takes, and the last row of the table.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    pe = torch.zeros(max_len, d_model)
    for p in range(max_len - 1):
        for j in range(d_model):
            angle = p / 10000 ** (2 * (j // 2) / d_model)
            pe[p, j] = math.cos(angle) if j % 2 else math.sin(angle)
    return pe
