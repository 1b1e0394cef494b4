"""The encoding is made of sines; the zeros in between are filled in later.

The sine columns are right and all odd columns are 0.
Same as: uninitialised_memory

Look at: how many columns of your table never change.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pe = torch.zeros(max_len, d_model)
    pos = torch.arange(max_len, dtype=torch.float64)
    for two_i in range(0, d_model, 2):
        pe[:, two_i] = torch.sin(pos / 10000 ** (two_i / d_model))
    return pe
