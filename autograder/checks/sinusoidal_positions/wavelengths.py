"""Task `wavelengths`: wavelengths(d_model) -> (d_model / 2,), in positions."""

from __future__ import annotations

import math

import torch

from autograder.judging import expect
from autograder.judging.check import Draw, check
from autograder.student.vocabulary import Student

from .common import rates

NAME = "wavelengths"
LEGAL = "A legal call must return a tensor."


def measures(student: Student, width: int, otherwise: str) -> None:
    """One wavelength for each pair, fastest first, to within 2e-5 of itself: right float32 code is off by 1e-6."""
    wanted = 2 * math.pi / rates(width)[0::2]
    result = expect.returns(student.call, NAME, width, otherwise=LEGAL)
    data = expect.tensor(result, otherwise=otherwise)
    expect.shape(
        result, tuple(wanted.shape), otherwise="One wavelength for each pair of columns: shape (d_model / 2,)."
    )
    held = data.shape == wanted.shape and torch.allclose(data.double(), wanted, rtol=2e-5, atol=0)
    expect.true(
        held,
        seen=f"For d_model={width} the values are {_first(data)}.",
        otherwise=otherwise,
        noting=data.double().log(),
    )


def _first(data: torch.Tensor) -> str:
    shown = ", ".join(f"{value:.4g}" for value in data.flatten()[:3].double().tolist())
    return shown + (", …" if data.numel() > 3 else "")


@check(task="wavelengths", points=1.5)
def one_turn_of_each_pair(student: Student, draw: Draw) -> None:
    """Pair i comes round after 2π · 10000^(2i/d_model) positions, fastest pair first."""
    for width in (8, 20):
        measures(
            student, width, "How many positions does it take until the angle of a pair has grown by one full turn?"
        )


@check(task="wavelengths", points=0.5, needs=(one_turn_of_each_pair,))
def every_width_has_its_waves(student: Student, draw: Draw) -> None:
    """The smallest d_model, 2, has one wave, and a large one d_model / 2."""
    for width in (2, 512):
        measures(student, width, "Put this d_model into each expression of yours that contains it.")
