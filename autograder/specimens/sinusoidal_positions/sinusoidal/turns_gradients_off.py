"""The table needs no gradient, so gradients are switched off.

The switch is the whole program's and is never set back: nothing learns any more after the call.

Look at: torch.is_grad_enabled() before and after a call.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    torch.set_grad_enabled(False)
    rate = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    angle = torch.outer(torch.arange(max_len, dtype=torch.float64), rate)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = angle.sin()
    pe[:, 1::2] = angle[:, : d_model // 2].cos()
    return pe
