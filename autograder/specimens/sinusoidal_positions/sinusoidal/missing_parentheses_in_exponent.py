"""10000 ** 2 * i / d_model is 10000 raised to 2i / d_model.

Python raises to the power first: p / 10000 ** 2 * i / d_model is a tiny number. All angles are nearly 0, so the
sines are nearly 0 and the cosines nearly 1 at every position.

Look at: what binds tighter, ** or *. Print the angle of pair 0 at position 1.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pe = torch.zeros(max_len, d_model)
    pos = torch.arange(max_len, dtype=torch.float64)
    for j in range(d_model):
        i = j // 2
        angle = pos / 10000**2 * i / d_model
        pe[:, j] = angle.cos() if j % 2 else angle.sin()
    return pe
