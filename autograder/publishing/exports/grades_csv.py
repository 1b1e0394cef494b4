"""Marks as a plain CSV file, for a spreadsheet or a program."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from autograder.publishing.exports.cells import harmless, number
from autograder.publishing.exports.table import line
from autograder.publishing.marks import ClassMarks, StudentMarks

# nbgrader's own names and order; the tasks come before raw_score, and the status last.
_BEFORE = ("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email")
_AFTER = ("raw_score", "late_submission_penalty", "score", "max_score", "status")


def status(marks: StudentMarks) -> str:
    """How far a student's marks are, in words."""
    if not marks.submitted:
        return "not handed in"
    if marks.report is not None and marks.report.status == "invalid" and marks.score is None:
        return "could not be graded"
    return "waits for a human" if marks.waits else "graded"


def grades_csv(classes: Sequence[ClassMarks], *, zeros: bool = False) -> bytes:
    """One row for each student and assignment. `zeros`: who handed in nothing has 0, and not an empty cell.

    UTF-8 with a byte order mark: without it, Excel reads names in the code page of its country. Python's `utf-8-sig`,
    pandas and R take it away.
    """
    tasks = list(dict.fromkeys(task for one in classes for task in one.tasks))
    names = [f"{task} (task)" if task in (*_BEFORE, *_AFTER) else task for task in tasks]
    lines = [line([*_BEFORE, *map(harmless, names), *_AFTER])]
    lines += [line(_cells(one, marks, tasks, zeros)) for one in classes for marks in one.students]
    return "".join(lines).encode("utf-8-sig")


def _cells(one: ClassMarks, marks: StudentMarks, tasks: Sequence[str], zeros: bool) -> list[str]:
    person = marks.person
    points = {task.task: task.score for task in marks.tasks}
    zero = 0.0 if zeros and not marks.submitted else None
    scores = [points.get(task, zero if task in one.tasks else None) for task in tasks]
    penalty = marks.penalty if marks.score is not None else zero
    sums = [marks.raw_score if marks.submitted else zero, penalty, marks.score if marks.submitted else zero]
    words = [one.slug, _moment(one.due), _moment(marks.timestamp)]
    words += [person.id, person.last_name, person.first_name, person.email]
    return [*map(harmless, words), *map(number, (*scores, *sums, one.max_score)), status(marks)]


def _moment(when: datetime | None) -> str:
    return "" if when is None else str(when)
