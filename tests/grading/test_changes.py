"""What a regrade would change."""

from __future__ import annotations

from autograder.grading.changes import Change, Difference, differences
from autograder.grading.gradebook import Marks
from autograder.verdict import CheckVerdict, Outcome, Report, TaskVerdict


def report(*checks: tuple[str, Outcome, float, float], status: str = "graded") -> Report:
    rows = tuple(CheckVerdict(name, "t", outcome, points, most) for name, outcome, points, most in checks)
    return Report("hw", (TaskVerdict("task", rows),), status=status)


P, F, N = Outcome.PASSED, Outcome.FAILED, Outcome.NOT_JUDGED


def change(new: Report, former: Report | None, points: float | None, **manual: float) -> Change:
    marks = Marks({("hw", "task"): points}, {("hw", name): value for name, value in manual.items()})
    return Change("ada", new, marks, former)


def test_by_which_check() -> None:
    former = report(("a", P, 1.0, 1.0), ("b", P, 1.0, 1.0), ("gone", P, 0.5, 0.5), ("c", P, 1.0, 1.0))
    new = report(("a", P, 1.0, 1.0), ("b", F, 0.0, 1.0), ("c", P, 2.0, 2.0), ("new", N, 0.0, 1.0))
    assert differences("hw", change(new, former, 3.5)) == [
        Difference(
            "task",
            3.5,
            3.0,
            ("b: passed → failed", "c: 1 → 2 points", "new: is new, not judged", "gone: is gone"),
        )
    ]


def test_equal_points_are_no_change() -> None:
    former, new = report(("a", P, 1.0, 1.0), ("b", F, 0.0, 1.0)), report(("a", F, 0.0, 1.0), ("b", P, 1.0, 1.0))
    assert differences("hw", change(new, former, 1.0)) == []


def test_a_report_that_the_gradebook_left_behind_says_nothing() -> None:
    former, new = report(("a", P, 1.0, 1.0)), report(("a", F, 0.0, 1.0))
    assert differences("hw", change(new, former, 0.5)) == [Difference("task", 0.5, 0.0)]


def test_a_humans_points_stand() -> None:
    new = report(("a", F, 0.0, 1.0))
    assert differences("hw", change(new, None, 1.0, task=0.75)) == [Difference("task", 1.0, 0.0, human=True)]


def test_what_can_no_longer_be_graded_loses_its_points() -> None:
    new = report(("a", N, 0.0, 1.0), status="invalid")
    assert differences("hw", change(new, report(("a", P, 1.0, 1.0)), 1.0)) == [Difference("task", 1.0, None)]
    assert differences("hw", Change("ada", new, None)) == []
