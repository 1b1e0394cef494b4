"""Tables are kept between calls, and every caller gets a copy."""

import torch

kept = {}


def sinusoidal_pe(max_len, d_model):
    if (max_len, d_model) not in kept:
        position = torch.arange(max_len, dtype=torch.float64)[:, None]
        angle = position / 10000 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
        table = torch.empty(max_len, d_model)
        table[:, 0::2] = angle.sin()
        table[:, 1::2] = angle.cos()[:, : d_model // 2]
        kept[max_len, d_model] = table
    return kept[max_len, d_model].clone()
