"""torch.where chooses sine or cosine by the column's parity; the rotation by masks in the same way."""

import torch


def sinusoidal_pe(max_len, d_model):
    column = torch.arange(d_model)
    angle = torch.arange(max_len, dtype=torch.float64).unsqueeze(-1)
    angle = angle / 10000.0 ** (2 * torch.div(column, 2, rounding_mode="floor").double() / d_model)
    return torch.where(column.remainder(2).eq(0), angle.sin(), angle.cos()).float()


def offset_rotation(k, d_model):
    row, column = torch.arange(d_model)[:, None], torch.arange(d_model)[None, :]
    turn = (k * 10000.0 ** (-(row - row % 2).double() / d_model)).expand(d_model, d_model)
    same_pair = row // 2 == column // 2
    signed_sine = torch.where(row < column, turn.sin(), -turn.sin())
    return torch.where(row == column, turn.cos(), torch.where(same_pair, signed_sine, 0.0))
