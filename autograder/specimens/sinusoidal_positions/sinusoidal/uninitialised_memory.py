"""torch.empty gives a table of harmless values, so columns that are not written do not matter.

The sine columns are right. The odd columns are never written and hold whatever the memory held before.
Same as: odd_columns_left_empty

Look at: which columns you write, and what the documentation says that torch.empty puts into the others.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    pe = torch.empty(max_len, d_model)
    pe[:, ::2] = torch.sin(torch.arange(max_len, dtype=torch.float64).unsqueeze(-1) / 10000.0 ** (two_i / d_model))
    return pe
