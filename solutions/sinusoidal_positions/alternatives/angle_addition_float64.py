"""Each row from the one before it by the addition theorems, in float64; the rotation as a power of one step."""

import torch


def sinusoidal_pe(max_len, d_model):
    rate = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    step_sin, step_cos = rate.sin(), rate.cos()
    sin, cos = torch.zeros_like(rate), torch.ones_like(rate)
    pe = torch.empty(max_len, d_model)
    for row in pe:
        row[0::2] = sin
        row[1::2] = cos[: d_model // 2]
        sin, cos = sin * step_cos + cos * step_sin, cos * step_cos - sin * step_sin
    return pe


def offset_rotation(k, d_model):
    step = torch.zeros(d_model, d_model, dtype=torch.float64)
    for i in range(d_model // 2):
        rate = torch.tensor(10000.0 ** (-2 * i / d_model), dtype=torch.float64)
        step[2 * i, 2 * i] = step[2 * i + 1, 2 * i + 1] = rate.cos()
        step[2 * i, 2 * i + 1] = rate.sin()
        step[2 * i + 1, 2 * i] = -rate.sin()
    return torch.linalg.matrix_power(step if k >= 0 else step.T, abs(k))
