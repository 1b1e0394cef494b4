"""An angle of rotation is given in degrees and converted.

The angle k times the rate is in radians already. Every block turns 57.3 times too little.

Look at: the angle of the first block for k = 1. The table moves on by 1 radian.
"""

import math

import torch


def offset_rotation(k, d_model):
    R = [[0.0] * d_model for _ in range(d_model)]
    for i in range(0, d_model, 2):
        theta = math.radians(k / 10000 ** (i / d_model))
        R[i][i] = R[i + 1][i + 1] = math.cos(theta)
        R[i][i + 1] = math.sin(theta)
        R[i + 1][i] = -math.sin(theta)
    return torch.tensor(R, dtype=torch.float64)
