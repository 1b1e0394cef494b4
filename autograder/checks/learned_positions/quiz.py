"""Task `quiz`: one letter for each question."""

from __future__ import annotations

from autograder.judging import expect
from autograder.judging.check import Draw, check
from autograder.student.vocabulary import Student

AGAIN = "Read that part of the notebook again, and try the idea on a small example."


@check(task="quiz", points=0.5)
def order_without_positions(student: Student, draw: Draw) -> None:
    """The question about attention and order is answered rightly."""
    expect.choice(student, "quiz_order", "c", otherwise=AGAIN)


@check(task="quiz", points=0.5)
def rows_never_trained(student: Student, draw: Draw) -> None:
    """The question about positions that training never reached is answered rightly."""
    expect.choice(student, "quiz_unseen", "a", otherwise=AGAIN)


@check(task="quiz", points=0.5)
def how_the_axes_line_up(student: Student, draw: Draw) -> None:
    """The question about the axes of the sum is answered rightly."""
    expect.choice(student, "quiz_axis", "d", otherwise=AGAIN)


@check(task="quiz", points=0.5)
def what_cropping_costs(student: Student, draw: Draw) -> None:
    """The question about cropping is answered rightly."""
    expect.choice(student, "quiz_crop", "b", otherwise=AGAIN)
