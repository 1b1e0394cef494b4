"""torch.from_numpy gives an ordinary float32 tensor.

It keeps NumPy's float64. Added to float32 token vectors the sum becomes float64, and the next layer refuses it.

Look at: the dtype of your result.
"""

import numpy as np
import torch


def sinusoidal_pe(max_len, d_model):
    pe = np.zeros((max_len, d_model))
    for j in range(d_model):
        angle = np.arange(max_len) / np.power(10000.0, (j - j % 2) / d_model)
        pe[:, j] = np.cos(angle) if j % 2 else np.sin(angle)
    return torch.from_numpy(pe)
