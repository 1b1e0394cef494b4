"""The `@picture` decorator: what a student's code gives beside what is right, for a feedback page to draw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch

from autograder.errors import AuthoringError, AutograderError
from autograder.student.vocabulary import Result, Student
from autograder.verdict import Picture

Function = Callable[[Student], tuple[Result, torch.Tensor]]
# Numbers go into the report one by one, and a page is looked at on a phone.
LARGEST = 1024
# Two colours that lie closer than this look the same.
NEAR = 1e-2


@dataclass(frozen=True)
class Sketch:
    """A picture of one task to make of a wrong answer. `title`: what it shows, for students."""

    name: str
    task: str
    title: str
    function: Function


def picture(*, task: str) -> Callable[[Function], Sketch]:
    """Make a sketch of a function `(student) -> (result, right)`, whose docstring says what the picture shows.

    `right` is a matrix of at most 1,024 numbers, and the inputs are no secret: students see both. Drawn only where the
    task lost marks, and the result has the shape of `right` and differs from it.
    """

    def decorate(function: Function) -> Sketch:
        title = " ".join((function.__doc__ or "").split())
        name = getattr(function, "__name__", "?")
        if not title:
            raise AuthoringError(
                "a picture without a docstring", where=f"picture {name}", next_step="Say what it shows."
            )
        return Sketch(name, task, title, function)

    return decorate


def draw(sketch: Sketch, student: Student) -> Picture | None:
    """The picture of this student's code; None where there is nothing to see beside the right one, or none comes."""
    try:
        with student.fork() as fork:  # it may have to begin anew, and have no time left for that
            result, right = sketch.function(fork)
    except AutograderError:
        raise
    except Exception:  # a student's odd answer may stop the function; a picture must cost no marks, nor a class its run
        return None
    if right.dim() != 2 or right.numel() > LARGEST:
        raise AuthoringError(
            f"`right` has the shape {tuple(right.shape)}",
            where=f"picture {sketch.name}",
            next_step=f"Give a matrix of at most {LARGEST} numbers.",
        )
    data = result.data
    if data is None or data.shape != right.shape or data.is_complex():
        return None
    theirs, wanted = data.double(), right.double()
    if not ((theirs - wanted).abs() > NEAR).any() and theirs.isfinite().all():
        return None
    return Picture(sketch.title, _rows(theirs), _rows(wanted))


def _rows(matrix: torch.Tensor) -> tuple[tuple[float | None, ...], ...]:
    """Three decimals are more than a colour shows; what is no number is None."""
    clear = matrix.clamp(-1e6, 1e6)
    return tuple(
        tuple(round(value, 3) if value == value else None for value in row)  # noqa: PLR0124 - NaN alone differs from itself
        for row in clear.tolist()
    )
