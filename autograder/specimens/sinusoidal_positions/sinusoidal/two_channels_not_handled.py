"""There are always at least two pairs, so the step between neighbouring rates can be measured.

The table is right for d_model of 3 and more. With d_model = 2 there is one pair, no second rate, and the call fails.

Look at: the smallest width that the formula allows. Try it.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pairs = (d_model + 1) // 2
    last = 10000.0 ** (-2 * (pairs - 1) / d_model)
    ratio = last ** (1 / (pairs - 1))  # from each pair to the next
    rates = ratio ** torch.arange(pairs, dtype=torch.float64)
    angles = torch.outer(torch.arange(max_len, dtype=torch.float64), rates)
    return torch.stack([angles.sin(), angles.cos()], dim=2).flatten(1)[:, :d_model].float()
