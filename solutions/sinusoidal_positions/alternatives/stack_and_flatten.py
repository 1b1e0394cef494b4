"""Pairs on an axis of their own, stacked and flattened into columns; block_diag for the rotation."""

import torch


def sinusoidal_pe(max_len: int, d_model: int) -> torch.Tensor:
    rate = torch.pow(10000.0, -torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] * rate[None, :]
    return torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(start_dim=1)[:, :d_model].float()


def offset_rotation(k: int, d_model: int) -> torch.Tensor:
    def block(two_i: int) -> torch.Tensor:
        turn = torch.tensor(k * 10000.0 ** (-two_i / d_model), dtype=torch.float64)
        return torch.stack((turn.cos(), turn.sin(), -turn.sin(), turn.cos())).view(2, 2)

    return torch.block_diag(*(block(two_i) for two_i in range(0, d_model, 2)))
