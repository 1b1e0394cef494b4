"""A fixed encoding has to be reproducible, so the seed is set first.

Nothing here is random. The call resets the generator for the whole program: what is drawn after it repeats.

Look at: two random numbers drawn, each after a call of yours.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    torch.manual_seed(0)
    pos = torch.arange(max_len, dtype=torch.float64).unsqueeze(1)
    angle = pos / 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)[:, : d_model // 2]
    return pe
