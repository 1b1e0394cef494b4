"""The cosines fill the left half of a row and the sines the right half.

Row 0 is 1, ..., 1, 0, ..., 0. Time-step embeddings of diffusion models look like this; the formula here does not.

Look at: row 0 of your table, and the columns that the formula gives to sine and cosine.
"""

import numpy as np
import torch


def sinusoidal_pe(max_len, d_model):
    angle = np.outer(np.arange(max_len), 10000.0 ** (-np.arange(0, d_model, 2) / d_model))
    pe = np.concatenate([np.cos(angle), np.sin(angle)[:, : d_model // 2]], axis=1)
    return torch.from_numpy(pe).to(torch.float32)
