"""10000 is multiplied by 2i / d_model.

The power is gone. The first pair divides by zero and is NaN at every position; the other pairs turn far too slowly.

Look at: the sign between 10000 and its exponent, and what happens for i = 0.
"""

import numpy as np
import torch


def sinusoidal_pe(max_len, d_model):
    pair = np.arange(d_model) // 2
    with np.errstate(all="ignore"):
        angle = np.arange(max_len)[:, None] / (10000 * 2 * pair / d_model)
        pe = np.where(np.arange(d_model) % 2 == 0, np.sin(angle), np.cos(angle))
    return torch.tensor(pe, dtype=torch.float32)
