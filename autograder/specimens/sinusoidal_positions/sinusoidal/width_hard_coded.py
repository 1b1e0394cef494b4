"""d_model is 512, as in the paper, so the exponent can be divided by 512.

With d_model = 512 the table is right. With any other width every pair after the first has the wrong rate.

Look at: which names your rates depend on. Try two widths.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    angles = pos / 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / 512)
    pe = torch.empty(max_len, d_model, dtype=torch.float32)
    pe[:, 0::2] = angles.sin()
    pe[:, 1::2] = angles.cos()[:, : d_model // 2]
    return pe
