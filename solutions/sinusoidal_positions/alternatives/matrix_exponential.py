"""The rotation as the exponential of k times a skew-symmetric generator, in float64."""

import torch


def offset_rotation(k, d_model):
    generator = torch.zeros(d_model, d_model, dtype=torch.float64)
    even = torch.arange(0, d_model, 2)
    rate = 10000.0 ** (-even.double() / d_model)
    generator[even, even + 1] = rate
    generator[even + 1, even] = -rate
    return torch.matrix_exp(k * generator)
