"""Position 0 stands for padding, so its row is zeros.

Some programs reserve row 0 in this way. Here it is the first token's position, and its cosines are 1.

Look at: row 0. What are the sine and the cosine of 0?
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    rows = []
    for p in range(max_len):
        if p == 0:
            rows.append([0.0] * d_model)
        else:
            angles = [p / 10000 ** (2 * (j // 2) / d_model) for j in range(d_model)]
            rows.append([math.cos(a) if j % 2 else math.sin(a) for j, a in enumerate(angles)])
    return torch.tensor(rows)
