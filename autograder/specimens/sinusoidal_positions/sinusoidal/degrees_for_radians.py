"""Sine and cosine want their angle converted with radians() first.

The angle is in radians already. Every wave becomes 57.3 times too long.

Look at: PE[1, 0], which is the sine of 1 radian.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    def row(pos):
        angles = [math.radians(pos / 10000 ** (2 * (j // 2) / d_model)) for j in range(d_model)]
        return [math.cos(a) if j % 2 else math.sin(a) for j, a in enumerate(angles)]

    return torch.tensor([row(pos) for pos in range(max_len)], dtype=torch.float32)
