"""Points on the unit circle: torch.polar for the table, a complex factor for each pair of the rotation."""

import math

import torch


def rates(d_model):
    return 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)


def sinusoidal_pe(max_len, d_model):
    angle = torch.outer(torch.arange(max_len, dtype=torch.float64), rates(d_model))
    circle = torch.polar(torch.ones_like(angle), math.pi / 2 - angle)  # real part sin(angle), imaginary part cos(angle)
    return torch.view_as_real(circle).flatten(1)[:, :d_model].to(torch.float32).clone()


def offset_rotation(k, d_model):
    # A pair is the number z = sin + i cos = i exp(-i angle); k steps multiply it by exp(-i k rate).
    factor = torch.exp(-1j * k * rates(d_model))
    unit = torch.view_as_complex(torch.eye(d_model, dtype=torch.float64).view(d_model, -1, 2))
    return torch.view_as_real(unit * factor).reshape(d_model, d_model).T.contiguous()
