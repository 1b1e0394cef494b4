"""The encoding is stored in half precision to save memory.

The dtype is float16, and the values keep only three digits.

Look at: the dtype of your result.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64).unsqueeze(1)
    angle = pos / 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.zeros(max_len, d_model, dtype=torch.float16)
    pe[:, 0::2] = angle.sin().half()
    pe[:, 1::2] = angle.cos()[:, : d_model // 2].half()
    return pe
