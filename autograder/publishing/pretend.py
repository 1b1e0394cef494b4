"""What Canvas and Moodle would give of a made-up class: its submissions, and the files that take its marks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import nbformat

from autograder.assignment import Assignment
from autograder.grading.classroom import Member
from autograder.publishing.exports.table import line
from autograder.publishing.gradescope.wheel import zipped

FOLDER = "from-the-lms"
SUBMISSIONS, ROSTER = f"{FOLDER}/submissions.zip", f"{FOLDER}/roster.csv"
GRADEBOOK, WORKSHEET = f"{FOLDER}/canvas-gradebook.csv", f"{FOLDER}/moodle-worksheet.csv"
_MOODLE = (
    "Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade", "Grade can be changed",
    "Last modified (submission)", "Last modified (grade)", "Feedback comments",
)  # fmt: skip
_WHEN = "Sunday, 1 November 2026, 11:00 AM"


def write_downloads(root: Path, assignment: Assignment, members: Sequence[Member]) -> None:
    """Write them into a folder of the course: Canvas's zip, a roster, Canvas's gradebook and Moodle's worksheet."""
    (root / FOLDER).mkdir()
    users = {member.student: str(1001 + number) for number, member in enumerate(members)}
    notebooks = {}
    for number, member in enumerate(members):
        short = re.sub(r"\W", "", f"{member.last_name}{member.first_name}").lower()
        name = f"{short}_{users[member.student]}_{50001 + number}_{assignment.slug}.ipynb"
        notebooks[name] = nbformat.writes(member.notebook).encode()
    (root / SUBMISSIONS).write_bytes(zipped(notebooks))
    most = f"{sum(task.points for task in assignment.tasks):.2f}"
    (root / ROSTER).write_text(
        _csv(
            [("Student ID", "First name", "Last name", "Email", "Canvas ID")]
            + [(one.student, one.first_name, one.last_name, _email(one), users[one.student]) for one in members]
        ),
        encoding="utf-8",
    )
    (root / GRADEBOOK).write_text(
        _csv(
            [
                ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", f"{assignment.title} (2001)"),
                ("    Points Possible", "", "", "", "", most),
                *(
                    (f"{one.last_name}, {one.first_name}", users[one.student], "", one.student, "Demo", "")
                    for one in members
                ),
            ]
        ),
        encoding="utf-8",
    )
    (root / WORKSHEET).write_text(
        _csv(
            [_MOODLE]
            + [
                (
                    f"Participant {users[one.student]}", f"{one.first_name} {one.last_name}", _email(one),
                    "Submitted for grading - Not graded", "", most, "Yes", _WHEN, "-", "",
                )
                for one in members
            ]
        ),
        encoding="utf-8",
    )  # fmt: skip


def _email(member: Member) -> str:
    return f"{member.student}@example.org"


def _csv(rows: Sequence[Sequence[str]]) -> str:
    return "".join(map(line, rows))
