"""The loop over the pairs ends at d_model - 2.

range leaves out its end, so the last pair is never written. Its columns are 0.

Look at: the last values that your loop variable takes, and the last columns of the table.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    even = d_model + d_model % 2
    pe = torch.zeros(max_len, even)
    pos = torch.arange(max_len, dtype=torch.float64)
    for i in range(even // 2 - 1):
        angle = pos * 10000.0 ** (-2 * i / d_model)
        pe[:, 2 * i], pe[:, 2 * i + 1] = angle.sin(), angle.cos()
    return pe[:, :d_model]
