"""A NumPy array is as good as a tensor.

The values are right, but an array has no device, no gradient rules and cannot be added to a module's vectors safely.

Look at: the type of what you return.
"""

import numpy as np


def sinusoidal_pe(max_len, d_model):
    angle = np.arange(max_len)[:, np.newaxis] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((max_len, d_model), dtype=np.float32)
    pe[:, 0::2] = np.sin(angle)
    pe[:, 1::2] = np.cos(angle)[:, : d_model // 2]
    return pe
