"""What the checks of this assignment share: the encoding itself, in float64."""

from __future__ import annotations

import math

import torch


def rates(d_model: int) -> torch.Tensor:
    """Radians a position for each column, (d_model,): 1 / 10000^(2i/d_model), twice for each pair i (Vaswani et al.,
    2017)."""
    pair = torch.arange(d_model) // 2
    return torch.exp(-math.log(10_000.0) * 2 * pair.double() / d_model)


def encoding(max_len: int, d_model: int, start: int = 0) -> torch.Tensor:
    """PE[start .. start + max_len - 1], (max_len, d_model), float64."""
    angles = torch.arange(start, start + max_len).double()[:, None] * rates(d_model)
    return torch.where(torch.arange(d_model) % 2 == 0, angles.sin(), angles.cos())


def tolerance(max_len: int) -> float:
    """How far right float32 code may lie from float64: its angles are wrong by about 1e-7 of the position."""
    return 1e-5 + 2e-7 * max_len


def are_waves(table: torch.Tensor) -> bool:
    """Whether columns are waves: f(p + 1) + f(p - 1) = c f(p) with one c for all p, which is what makes a sine of an
    evenly growing angle.

    Of each column three rows in four are enough, and one column in four of the table: numbers drawn at random fit no c.
    One of them must bend, c < 2, as numbers on a straight line do not.
    """
    data = table.double()
    middle, around = data[1:-1], data[2:] + data[:-2]
    factor = (around / middle).nanmedian(dim=0).values
    near = (around - factor * middle).abs() <= 0.02 * data.abs().amax(dim=0)
    wave = near.double().mean(dim=0) >= 0.75
    return 4 * int(wave.sum()) >= len(wave) and bool((wave & (factor < 2 - 1e-5)).any())


def rotation(k: int, d_model: int) -> torch.Tensor:
    """R_k, (d_model, d_model), float64: each pair (sin, cos) turned by k times its rate."""
    angle = k * rates(d_model)[0::2]
    matrix = torch.zeros(d_model, d_model, dtype=torch.float64)
    even = torch.arange(0, d_model, 2)
    matrix[even, even] = matrix[even + 1, even + 1] = angle.cos()
    matrix[even, even + 1] = angle.sin()
    matrix[even + 1, even] = -angle.sin()
    return matrix
