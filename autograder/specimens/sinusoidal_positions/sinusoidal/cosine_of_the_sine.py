"""After the sines are in place, the odd columns are the cosines of what stands in the table.

The sine columns are right. The odd ones hold the cosine of a sine, which never falls below 0.54.

Look at: what the array holds when you take the cosine. Does a cosine of yours ever come near -1?
"""

import torch


def sinusoidal_pe(max_len, d_model):
    rate = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.outer(torch.arange(max_len, dtype=torch.float64), rate.repeat_interleave(2)[:d_model])
    pe[:, 0::2] = pe[:, 0::2].sin()
    pe[:, 1::2] = pe[:, 0::2][:, : d_model // 2].cos()
    return pe.float()
