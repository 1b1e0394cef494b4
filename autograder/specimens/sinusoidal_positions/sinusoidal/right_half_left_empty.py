"""The loop over even columns ends at d_model // 2, the number of pairs.

It steps by two, so it writes only the left half. The right half of the table holds zeros.

Look at: the last values that your loop variable takes, and the right half of the table.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pe = torch.zeros(max_len, d_model + 1)
    pos = torch.arange(max_len, dtype=torch.float64)
    for j in range(0, d_model // 2, 2):
        angle = pos / 10000.0 ** (j / d_model)
        pe[:, j] = torch.sin(angle)
        pe[:, j + 1] = torch.cos(angle)
    return pe[:, :d_model].clone()
