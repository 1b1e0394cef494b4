"""Set the default dtype to float64 for accuracy, and return float32.

The table is right. From then on every new tensor of the program is float64.

Look at: torch.get_default_dtype() before and after a call.
"""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    torch.set_default_dtype(torch.float64)
    div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    angle = torch.arange(max_len).unsqueeze(1) * div_term
    pe = torch.zeros(max_len, d_model, dtype=torch.float32)
    pe[:, 0::2] = angle.sin()
    pe[:, 1::2] = angle[:, : d_model // 2].cos()
    return pe
