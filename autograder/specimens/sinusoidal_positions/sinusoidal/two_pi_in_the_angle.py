"""10000^(2i / d_model) is the wavelength, so the angle is 2 pi p divided by it.

All waves are 2 pi times too short. In the first pair each position makes a whole turn, so its columns never change.

Look at: columns 0 and 1 of all rows, and the 2 pi that the formula does not have.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    wavelength = 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    turn = torch.arange(max_len, dtype=torch.float64)[:, None] / wavelength
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(2 * math.pi * turn).float()
    pe[:, 1::2] = torch.cos(2 * math.pi * turn[:, : d_model // 2]).float()
    return pe
