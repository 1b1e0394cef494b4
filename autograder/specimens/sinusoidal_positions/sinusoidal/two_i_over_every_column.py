"""The i of the formula is the number of the column, so column j has the exponent 2j / d_model.

Every column gets a rate of its own and the rates fall twice too fast. Column 0 alone is right.
Same as: cosine_exponent_of_the_next_index

Look at: what i counts in PE[p, 2i] and PE[p, 2i+1]. How many different values of i are there for d_model columns?
"""

import torch


def sinusoidal_pe(max_len, d_model):
    i = torch.arange(d_model, dtype=torch.float64)
    angles = torch.arange(max_len, dtype=torch.float64).outer(10000.0 ** (-2 * i / d_model))
    pe = torch.empty_like(angles)
    pe[:, 0::2] = angles[:, 0::2].sin()
    pe[:, 1::2] = angles[:, 1::2].cos()
    return pe.float()
