"""One row as a function of its position, mapped over all positions by torch.vmap."""

import torch


def sinusoidal_pe(max_len, d_model):
    rate = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)

    def row(position):
        angle = position * rate
        return torch.stack([torch.sin(angle), torch.cos(angle)], dim=1).reshape(-1)[:d_model]

    return torch.vmap(row)(torch.arange(max_len, dtype=torch.float64)).float()


def wavelengths(d_model):
    return torch.vmap(lambda two_i: 2 * torch.pi * 10000.0 ** (two_i / d_model))(torch.arange(0.0, d_model, 2.0))
