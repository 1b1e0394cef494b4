"""The exponential form is exp(-log10(10000) 2i / d_model).

exp goes with the natural logarithm. With log10 the base becomes e to the 4, about 54.6, and every pair after the
first turns too fast.

Look at: which logarithm undoes exp. Check that your rate for i = 0 and for the last pair are powers of 10000.
"""

import numpy as np
import torch


def sinusoidal_pe(max_len, d_model):
    rates = np.exp(-np.log10(10000.0) * np.arange(0, d_model, 2) / d_model)
    angles = np.outer(np.arange(max_len), rates)
    pe = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(max_len, 2 * len(rates))
    return torch.from_numpy(pe[:, :d_model].astype(np.float32))
