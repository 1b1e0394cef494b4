"""A rotation has the block [[cos, -sin], [sin, cos]], as in the textbook.

That block turns a vector (cosine, sine). Here the sine comes first, so it turns the other way and gives PE[p - k].
Same as: acts_on_row_vectors

Look at: the order of sine and cosine in a pair, and the addition theorem for sin(a + b).
"""

import torch


def offset_rotation(k, d_model):
    theta = k * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    R = torch.zeros(d_model, d_model, dtype=torch.float64)
    for i, t in enumerate(theta):
        R[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = torch.tensor([[t.cos(), -t.sin()], [t.sin(), t.cos()]])
    return R
