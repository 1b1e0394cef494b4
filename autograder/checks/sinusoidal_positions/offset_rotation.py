"""Task `offset_rotation`: offset_rotation(k, d_model) -> (d_model, d_model), with PE[p + k] = R_k PE[p]."""

from __future__ import annotations

import torch

from autograder.judging import expect
from autograder.judging.check import Draw, check
from autograder.judging.picture import picture
from autograder.student.vocabulary import Result, Student

from .common import encoding, rotation

NAME = "offset_rotation"
LEGAL = "A legal call must return a tensor."
# float32 angles of some thousand radians are wrong by a few 1e-4.
EXACT = 5e-4


@check(task="offset_rotation", points=2)
def carries_each_row_to_the_next(student: Student, draw: Draw) -> None:
    """R_k times the row of position p gives the row of position p + k, for every p."""
    look = "Take the first pair of columns alone: from the angles p and k, what are sin(p + k) and cos(p + k)?"
    for k, width in ((1, 8), (3, 12), (draw.integer(4, 20), 6)):
        result = expect.returns(student.call, NAME, k, width, otherwise=LEGAL)
        matrix = expect.tensor(result, otherwise=LEGAL)
        expect.note(matrix)
        expect.shape(result, (width, width), otherwise="One row and one column for each dimension of the encoding.")
        if matrix.shape == (width, width):
            moved = encoding(30, width) @ matrix.double().t()
            wrong = (moved - encoding(30, width, start=k)).abs().max().item()
            seen = f"For k={k} and d_model={width}, R_k PE[p] misses PE[p + k] by up to {wrong:.3g}."
            expect.true(wrong < EXACT, seen=seen, otherwise=look, noting=moved)


@check(task="offset_rotation", points=0.75, needs=(carries_each_row_to_the_next,))
def is_made_of_rotations(student: Student, draw: Draw) -> None:
    """R_k is made of one 2 × 2 rotation for each pair, and of zeros elsewhere."""
    look = "Many matrices carry some rows right. The one asked for turns each pair by itself and mixes no two pairs."
    for k, width in ((2, 6), (5, 64)):
        result = expect.returns(student.call, NAME, k, width, otherwise=LEGAL)
        expect.close(result, rotation(k, width), tolerance=EXACT, otherwise=look)


@check(task="offset_rotation", points=0.75, needs=(carries_each_row_to_the_next,))
def every_offset_works(student: Student, draw: Draw) -> None:
    """k = 0 changes nothing, a negative k goes back, a large k goes far."""
    look = "Put this k into your formula: k = 0, k below 0 and a large k need no rule of their own."
    for k in (0, -1, -7, 900):
        result = expect.returns(student.call, NAME, k, 10, otherwise=look)
        expect.close(result, rotation(k, 10), tolerance=EXACT, otherwise=look)


@check(task="offset_rotation", points=0.25, needs=(carries_each_row_to_the_next,))
def every_width_works(student: Student, draw: Draw) -> None:
    """The smallest d_model, 2, and a large one work."""
    look = "Put this d_model into each expression of yours that contains it."
    for width in (2, 128):
        result = expect.returns(student.call, NAME, 3, width, otherwise=look)
        moved = expect.tensor(result, otherwise=look)
        expect.shape(result, (width, width), otherwise=look)
        if moved.shape == (width, width):
            rows = encoding(20, width) @ moved.double().t()
            held = torch.allclose(rows, encoding(20, width, start=3), atol=EXACT)
            expect.true(held, seen=f"For d_model={width}, R_k PE[p] is not PE[p + k].", otherwise=look, noting=rows)


@check(task="offset_rotation", points=0.25, needs=(carries_each_row_to_the_next,))
def is_exact_enough(student: Student, draw: Draw) -> None:
    """R_k is float32 or float64."""
    result = expect.returns(student.call, NAME, 2, 6, otherwise=LEGAL)
    expect.dtype(result, "float32", "float64", otherwise="A rotation needs more digits than this dtype has.")


@picture(task="offset_rotation")
def beside_the_right_one(student: Student) -> tuple[Result, torch.Tensor]:
    """The matrix for an offset of 2 in 12 dimensions: what your `offset_rotation(2, 12)` gives, and what is right."""
    return student.call(NAME, 2, 12), rotation(2, 12)
