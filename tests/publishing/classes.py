"""A small class in a gradebook, and the same class as values."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader import api

from autograder.grading.gradebook import Book, Enrolled
from autograder.grading.handover import Entry, MarkedNotebook
from autograder.grading.rebuild import Master
from autograder.grading.results import write_report
from autograder.publishing.marks import ClassMarks, StudentMarks, TaskMarks
from autograder.verdict import CheckVerdict, Outcome, Report, TaskVerdict

DUE = datetime(2026, 3, 1, 12)
POINTS = {"one": 2.0, "two": 3.0}


def cell(name: str, **roles: Any) -> dict[str, Any]:
    """A cell's metadata as nbgrader has them."""
    plain = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3}
    return {"nbgrader": plain | {"grade_id": name, **roles}}


def master(points: dict[str, float], *, essay: bool = False) -> Master:
    """An instructor's notebook: an answer and a marking cell for each task, and an essay of 5 points."""
    cells = [new_code_cell("import torch", metadata=cell("given", locked=True))]
    for name, most in points.items():
        cells.append(new_code_cell("", metadata=cell(f"answer-{name}", solution=True)))
        cells.append(new_code_cell("assert True", metadata=cell(name, grade=True, locked=True, points=most)))
    if essay:
        cells.append(new_markdown_cell("", metadata=cell("essay", solution=True, grade=True, points=5)))
    return Master(new_notebook(cells=cells), {}, {})


def report(points: dict[str, float], status: str = "graded") -> Report:
    """A report with one check for each task, which passed if it has points."""
    tasks = []
    for name, got in points.items():
        outcome = Outcome.PASSED if got else Outcome.FAILED
        message = "" if got else f"`{name}` gave 3 < 4; look at <b>it</b>."
        verdict = CheckVerdict("works", f"It does {name}.", outcome, got, POINTS.get(name, got), message)
        tasks.append(TaskVerdict(name, (verdict,)))
    return Report("hw", tuple(tasks), status=status)


class Gradebook:
    """A gradebook's address with the assignment `hw` in it, and a folder for reports."""

    def __init__(self, url: str, folder: Path, *, essay: bool = False) -> None:
        self.url, self._folder = url, folder
        with self._book() as book:
            book.register({"hw": master(POINTS, essay=essay)})

    @contextlib.contextmanager
    def _book(self) -> Iterator[Book]:
        with Book(self.url, "course", "hw") as book:
            yield book

    @contextlib.contextmanager
    def nbgraders(self) -> Iterator[api.Gradebook]:
        """As nbgrader itself opens it."""
        with api.Gradebook(self.url, "course") as opened:
            yield opened

    def grade(
        self, student: str, points: dict[str, float | None], *, when: datetime | None = None, penalty: float = 0.0
    ) -> None:
        """Write what came of a submission, with its report."""
        made = report({name: value for name, value in points.items() if value is not None})
        entry = Entry(student, made, (MarkedNotebook("hw", "", tuple(points.items()), ()),))
        self.write(entry, when, penalty)

    def write(self, entry: Entry, when: datetime | None = None, penalty: float = 0.0) -> None:
        with self._book() as book:
            book.write(entry, when, lambda *_: penalty)
        write_report(self.report(entry.student), entry.report, entry.student, "f")

    def report(self, student: str) -> Path:
        """Where a report lies."""
        return self._folder / f"{student}.json"

    def by_hand(self, student: str, name: str, **values: Any) -> None:
        """As the formgrader writes it: whoever gives points has looked at it."""
        with self.nbgraders() as opened:
            row = opened.find_grade(name, "hw", "hw", student)
            for key, value in {"needs_manual_grade": False, **values}.items():
                setattr(row, key, value)
            opened.db.commit()

    def due(self, moment: datetime | None) -> None:
        with self.nbgraders() as opened:
            opened.update_or_create_assignment("hw", duedate=moment)

    def extend(self, student: str, by: timedelta) -> None:
        with self.nbgraders() as opened:
            opened.find_submission("hw", student).extension = by
            opened.db.commit()

    def person(self, student: str, **values: str) -> None:
        with self.nbgraders() as opened:
            opened.update_or_create_student(student, **values)


def marks_of_student(person: Enrolled, one: float | None = 2.0, two: float | None = 3.0, **more: Any) -> StudentMarks:
    """Who handed in, with these points."""
    given = {"one": one, "two": two}
    tasks = tuple(TaskMarks(name, POINTS[name], value, waits=value is None) for name, value in given.items())
    told = report({name: value for name, value in given.items() if value is not None})
    return StudentMarks(person, True, tasks, **{"report": told, **more})


def some_class(*students: StudentMarks, slug: str = "hw") -> ClassMarks:
    return ClassMarks(slug, 5.0, ("one", "two"), tuple(students), DUE)
