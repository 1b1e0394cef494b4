"""A grid of positions and columns; each entry is worked out from its own two indices."""

import torch


def sinusoidal_pe(max_len, d_model):
    p, j = torch.meshgrid(torch.arange(max_len), torch.arange(d_model), indexing="ij")
    odd = j % 2
    angle = p.double() / 10000.0 ** ((j - odd).double() / d_model)
    return torch.where(odd.bool(), angle.cos(), angle.sin()).to(torch.get_default_dtype()).to(torch.float32)
