"""The rates are weights, so autograd should follow them.

The values are right, but the result hangs on a graph and asks for gradients.
Same as: parameter_that_trains
Same as: require_grad_typo

Look at: requires_grad and grad_fn of your result. Is anything in the formula learned?
"""

import torch


def sinusoidal_pe(max_len, d_model):
    rates = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    rates.requires_grad_()
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] * rates
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)[:, :d_model].float()
