"""Task `quiz`: one letter for each question."""

from __future__ import annotations

from autograder.judging import expect
from autograder.judging.check import Draw, check
from autograder.student.vocabulary import Student

AGAIN = "Read that part of the notebook again, and try the idea on a small example."


@check(task="quiz", points=0.5)
def what_the_dot_product_tells(student: Student, draw: Draw) -> None:
    """The question about the dot product of two rows is answered rightly."""
    expect.choice(student, "quiz_dot_product", "b", otherwise=AGAIN)


@check(task="quiz", points=0.5)
def how_far_it_carries(student: Student, draw: Draw) -> None:
    """The question about positions beyond those of training is answered rightly."""
    expect.choice(student, "quiz_extrapolation", "c", otherwise=AGAIN)


@check(task="quiz", points=0.5)
def what_precision_costs(student: Student, draw: Draw) -> None:
    """The question about number types at large positions is answered rightly."""
    expect.choice(student, "quiz_precision", "d", otherwise=AGAIN)


@check(task="quiz", points=0.5)
def where_the_encoding_lives(student: Student, draw: Draw) -> None:
    """The question about buffers and parameters is answered rightly."""
    expect.choice(student, "quiz_buffer", "a", otherwise=AGAIN)
