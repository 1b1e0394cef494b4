"""NumPy is seeded first, so that the table is always the same.

Nothing here is random. The call resets NumPy's generator for the whole program.

Look at: two numbers of np.random, each drawn after a call of yours.
"""

import numpy as np
import torch


def sinusoidal_pe(max_len, d_model):
    np.random.seed(42)
    angle = np.outer(np.arange(max_len), 10000.0 ** (-np.arange(0, d_model, 2) / d_model))
    pe = np.zeros((max_len, d_model), dtype=np.float32)
    pe[:, 0::2] = np.sin(angle)
    pe[:, 1::2] = np.cos(angle[:, : d_model // 2])
    return torch.from_numpy(pe)
