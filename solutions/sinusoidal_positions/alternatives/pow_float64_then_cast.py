"""Powers and angles in float64, the table made float32 at the end."""

import torch


def sinusoidal_pe(max_len, d_model):
    exponent = torch.arange(0, d_model, 2, dtype=torch.float64).div(d_model)
    denominator = torch.pow(torch.tensor(10000.0, dtype=torch.float64), exponent)
    angle = torch.arange(max_len, dtype=torch.float64).reshape(-1, 1) / denominator
    table = torch.zeros(max_len, d_model, dtype=torch.float64)
    table[:, ::2] = angle.sin()
    table[:, 1::2] = angle[:, : d_model // 2].cos()
    return table.to(torch.float32)
