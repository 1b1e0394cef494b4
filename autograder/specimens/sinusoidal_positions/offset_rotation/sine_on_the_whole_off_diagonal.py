"""The sines stand on the diagonal above the main one, and their negatives on the one below, all along.

Between two pairs these diagonals must hold 0. Here each pair leaks into its neighbours. With d_model = 2 there is no
neighbour and the matrix is right.

Look at: the entry in row 1, column 2. Which pairs does it join?
"""

import torch


def offset_rotation(k, d_model):
    theta = k * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    twice = theta.repeat_interleave(2)
    sines = twice.sin()[:-1]
    return torch.diag(twice.cos()) + torch.diag(sines, 1) - torch.diag(sines, -1)
