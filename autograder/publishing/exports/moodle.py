"""Moodle: an assignment's offline grading worksheet, filled in.

The form is that of Moodle's mod/assign/gradingtable.php; what it reads again (Identifier, Grade, Last modified (grade)
and the comments) is in mod/assign/feedback/offline/importgradeslib.php.
"""

from __future__ import annotations

import functools
from pathlib import Path

from autograder.errors import CourseError
from autograder.grading.gradebook import Enrolled
from autograder.publishing.exports.cells import harmless, number, value_of
from autograder.publishing.exports.feedback_comments import feedback_comments
from autograder.publishing.exports.filled import Filled, Form, fill
from autograder.publishing.exports.matching import Rule, local_part
from autograder.publishing.exports.scores import Filling, factor, score_of
from autograder.publishing.exports.table import Row, Table, read_table
from autograder.publishing.marks import ClassMarks, StudentMarks

_GRADE, _MOST, _COMMENTS = "Grade", "Maximum Grade", "Feedback comments"
_READ_AGAIN = ("Identifier", _GRADE, "Last modified (grade)", _COMMENTS)


def fill_worksheet(path: Path, marks: ClassMarks, *, filling: Filling | None = None) -> Filled:
    """The worksheet with marks and comments in it.

    Raises CourseError if the file is no worksheet, or its grades have other points.
    """
    filling = filling or Filling()
    table = read_table(path)
    missing = [name for name in (*_READ_AGAIN[:3], _MOST) if table.column(name) is None]
    if missing:
        raise CourseError(
            f"it is no grading worksheet of Moodle: it has no column {missing[0]!r}",
            where=str(path),
            next_step="Download it there, in English: the assignment, Submissions, Download grading worksheet.",
        )
    grade, comments = table.column(_GRADE), table.column(_COMMENTS)
    assert grade is not None

    def cells(row: Row, student: StudentMarks) -> tuple[dict[int, str], str]:
        if table.cell(row, table.column("Grade can be changed")).casefold() == "no":
            return {}, "Moodle says that the grade cannot be changed"
        score, why = score_of(student, filling)
        if score is None:
            return {}, why
        most = value_of(table.cell(row, table.column(_MOST)))
        score *= factor(marks.max_score, most, filling, where=str(path), called="the grade")
        if most is not None and score > most + 1e-6:
            return {}, f"{number(score)} is more than the {number(most)} that Moodle takes"
        new = {grade: number(score)}
        if comments is not None and student.submitted:
            new[comments] = feedback_comments(student, row.cells[comments])
        return new, ""

    students = [n for n, row in enumerate(table.rows) if any(row.cells)]
    form = Form(_rules(table), functools.partial(_name, table), cells)
    return fill(table, students, marks, form, _safe(table))


def _rules(table: Table) -> list[Rule]:
    email, number_ = table.column("Email address"), table.column("ID number")
    user, name = table.column("Username"), table.column("Full name")
    return [
        Rule(email, lambda person: person.email),
        Rule(number_, lambda person: person.id),
        Rule(number_, lambda person: person.lms_user_id),
        Rule(user, lambda person: person.id),
        Rule(user, local_part),
        Rule(email, lambda person: person.id),
        Rule(name, _full_name, letters=True),
    ]


def _name(table: Table, row: Row) -> str:
    names = (table.column("Full name"), table.column("Identifier"))
    return next(filter(None, (table.cell(row, n) for n in names)), "a row without a name")


def _full_name(person: Enrolled) -> str:
    """Where the gradebook has no names, an id may be made of one: Jane_Doe."""
    if person.first_name and person.last_name:
        return person.name
    return "" if person.first_name or person.last_name else person.id


def _safe(table: Table) -> dict[int, dict[int, str]]:
    """Cells that Moodle does not read again, a student's name or online text among them, made harmless."""
    read = {table.column(name) for name in _READ_AGAIN}
    columns = [n for n in range(len(table.header)) if n not in read]
    return {
        n: {c: harmless(row.cells[c]) for c in columns if value_of(row.cells[c]) is None}
        for n, row in enumerate(table.rows)
    }
