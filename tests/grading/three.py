"""A class of three, and workers that only note whom they get."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from nbgrader.api import Gradebook

from autograder.course import Course
from autograder.grading import grade as grading
from autograder.grading.handover import Entry, MarkedNotebook, Setup, Submission
from autograder.verdict import CheckVerdict, Outcome, Report, TaskVerdict

FULL = {"double": 2.0, "quadruple": 1.0, "quiz": 1.0}
WRONG = "def double(x):\n    return x + 2\n"
CLASS = ("ada", "bob", "cleo")


def notebook_of(course: Course, student: str) -> Path:
    return course.root / "submitted" / student / "double" / "double.ipynb"


def mark_by_hand(course: Course, student: str, **values: Any) -> None:
    """Sets attributes of the grade of the task `double`."""
    with Gradebook(f"sqlite:///{course.root}/gradebook.db", "mini") as gradebook:
        found = gradebook.find_grade("double", "double", "double", student)
        for name, value in values.items():
            setattr(found, name, value)
        gradebook.db.commit()


class Clerk:
    """Workers that note whom they get, and give 0.5 for each task."""

    ahead = 2

    def __init__(self) -> None:
        self.got: list[str] = []
        self.fails = ""

    def submit(self, submission: Submission) -> Future[Entry]:
        self.got.append(submission.student)
        tasks = tuple(
            TaskVerdict(name, (CheckVerdict("c", "It works.", Outcome.PASSED, 0.5, most),))
            for name, most in FULL.items()
        )
        points = tuple((name, 0.5) for name in FULL)
        marked = MarkedNotebook("double", "{}", points, ())
        future: Future[Entry] = Future()
        if submission.student == self.fails:
            future.set_exception(RuntimeError("it burst"))
            return future
        future.set_result(Entry(submission.student, Report("double", tasks), (marked,)))
        return future

    def renew(self) -> None:
        raise AssertionError("no worker is gone")


def with_clerk(patch: pytest.MonkeyPatch) -> Clerk:
    made = Clerk()

    @contextlib.contextmanager
    def workers(setup: Setup, jobs: int, scheduler: str | None) -> Iterator[Clerk]:
        yield made

    patch.setattr(grading, "workers", workers)
    return made
