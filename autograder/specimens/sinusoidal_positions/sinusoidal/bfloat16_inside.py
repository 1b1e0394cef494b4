"""bfloat16 has the range of float32, so the values lose nothing on the way through it.

The result is float32 again, but its values have kept only two to three decimal digits.

Look at: print a few values with six digits, and follow the dtype from the positions to the result.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / 10000.0 ** (two_i / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe.bfloat16().float()
