"""The rates run to exactly 1/10000: i is divided by d_model / 2 - 1, whatever d_model is.

Every pair after the first turns too slowly, and with d_model = 2 the division is 0 / 0 and the table is NaN.

Look at: the divisor when there is a single pair, and then the last pair's rate for a larger d_model.
"""

import numpy as np
import torch


def sinusoidal_pe(max_len, d_model):
    half = (d_model + 1) // 2
    with np.errstate(all="ignore"):
        exponent = np.arange(half) / np.float64(half - 1)
    angles = np.arange(max_len)[:, None] * 10000.0**-exponent
    pe = np.zeros((max_len, 2 * half))
    pe[:, 0::2] = np.sin(angles)
    pe[:, 1::2] = np.cos(angles)
    return torch.tensor(pe[:, :d_model], dtype=torch.float32)
