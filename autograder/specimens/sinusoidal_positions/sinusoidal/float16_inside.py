"""Half precision on the way does no harm if the result is float32.

The dtype is right, but the values went through float16 and are off in the fourth digit, at every position alike.

Look at: every dtype between the positions and the result.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] / 10000.0 ** (
        torch.arange(0, d_model, 2, dtype=torch.float64) / d_model
    )
    sines, cosines = angle.sin().half(), angle.cos().half()
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = sines
    pe[:, 1::2] = cosines[:, : d_model // 2]
    return pe
