"""Half precision is enough, since all entries lie between -1 and 1.

The dtype is float16, the entries keep three digits, and the product with a float32 row is refused.

Look at: the dtype of your matrix.
"""

import torch


def offset_rotation(k, d_model):
    theta = k * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    R = torch.zeros(d_model, d_model, dtype=torch.float16)
    for i in range(d_model // 2):
        c, s = torch.cos(theta[i]), torch.sin(theta[i])
        R[2 * i, 2 * i], R[2 * i + 1, 2 * i + 1] = c, c
        R[2 * i, 2 * i + 1], R[2 * i + 1, 2 * i] = s, -s
    return R
