"""The index goes into the angle and the position into the exponent.

The angles are 2i / 10000^(2p / d_model). Pair 0 has angle 0 at every position.

Look at: which of the two counts rows, and where it stands in the formula.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = two_i / 10000.0 ** (2 * pos / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
