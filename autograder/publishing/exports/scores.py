"""What a student's marks become in a platform's column: a number, or a reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.errors import CourseError
from autograder.publishing.exports.grades_csv import status
from autograder.publishing.marks import StudentMarks


@dataclass(frozen=True)
class Filling:
    """How to fill in. `zeros`: 0 for who handed in nothing. `scale`: to the column's points, where they differ."""

    zeros: bool = False
    scale: bool = False


def score_of(marks: StudentMarks, filling: Filling) -> tuple[float | None, str]:
    """The score, else why there is none. One that waits for a human is not given out: it would look like the last
    word."""
    if not marks.submitted:
        return (0.0, "") if filling.zeros else (None, "not handed in")
    if marks.score is None or marks.waits:
        return None, status(marks)
    return marks.score, ""


def factor(ours: float, theirs: float | None, filling: Filling, *, where: str, called: str) -> float:
    """What to multiply a score with. Raises CourseError where the column has other points and nobody said to scale.

    `where`: the file. `called`: the column, in words.
    """
    if theirs is None or theirs <= 0:
        raise CourseError(
            f"{called} has no points", where=where, next_step=f"Give it {ours:g} there, and download the file again."
        )
    if abs(theirs - ours) < 1e-6:
        return 1.0
    if not filling.scale:
        raise CourseError(
            f"{called} has {theirs:g} points, and the assignment {ours:g}",
            where=where,
            next_step=f"Give it {ours:g} there and download the file again, or say --scale.",
        )
    if ours <= 0:
        raise CourseError("the assignment has no points to scale", where=where, next_step="Leave out --scale.")
    return theirs / ours
