"""Everything that a model uses is a Parameter.

The values are right at first, but the table asks for gradients: an optimizer would change a fixed encoding.
Same as: require_grad_typo
Same as: rates_that_learn

Look at: requires_grad of your result.
"""

import torch
from torch.nn.parameter import Parameter


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    angle = pos * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = angle.sin()
    pe[:, 1::2] = angle[:, : d_model // 2].cos()
    return Parameter(pe)
