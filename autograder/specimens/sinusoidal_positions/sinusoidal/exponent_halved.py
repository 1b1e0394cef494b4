"""The exponent is i / d_model, with i the number of the pair.

The factor 2 is missing, so the rates end near 1/100 where they should come close to 1/10000.
The first pair is right and each later one turns too fast.

Look at: the rate of the last pair. Work out its exponent by hand for a small d_model.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pair = torch.arange((d_model + 1) // 2, dtype=torch.float64)
    angles = torch.arange(max_len, dtype=torch.float64)[:, None] * 10000.0 ** (-pair / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angles)
    pe[:, 1::2] = torch.cos(angles[:, : d_model // 2])
    return pe
