"""require_grad = False freezes a Parameter.

The attribute is called requires_grad. Python accepts the misspelt one without a word, and the table goes on learning.
Same as: parameter_that_trains
Same as: rates_that_learn

Look at: requires_grad of your result, letter by letter.
"""

import torch
import torch.nn as nn


def sinusoidal_pe(max_len, d_model):
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = torch.arange(max_len, dtype=torch.float64).unsqueeze(1) / 10000.0 ** (two_i / d_model)
    pe = nn.Parameter(torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)[:, :d_model].float())
    pe.require_grad = False
    return pe
