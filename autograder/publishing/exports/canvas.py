"""Canvas: its gradebook's CSV file, with one column filled in.

The form is that of canvas-lms, lib/gradebook_exporter.rb and lib/gradebook_importer.rb: a header; a row that says which
columns are posted by hand, if any is; a row of "    Points Possible"; then the students, "Student, Test" among them.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from pathlib import Path

from autograder.errors import CourseError
from autograder.publishing.exports.cells import harmless, number, value_of
from autograder.publishing.exports.filled import Filled, Form, fill
from autograder.publishing.exports.matching import Rule, local_part
from autograder.publishing.exports.scores import Filling, factor, score_of
from autograder.publishing.exports.table import Row, Table, read_table
from autograder.publishing.marks import ClassMarks, StudentMarks

_ASSIGNMENT = re.compile(r"(?P<name>.*?)\s*\((?P<id>\d+)\)\s*", re.S)
_POINTS = "points possible"
# Canvas knows a row by its ID and does not read these again, so that a name such as =cmd() can be made harmless.
_NAMES = ("Student", "LastName", "FirstName", "Section")
_TEST_STUDENT = ("Student, Test", "Test Student")
# What stands in a cell that is no score, and stays.
_FIXED = {"EX": "excused in Canvas", "N/A": "not assigned in Canvas"}


def fill_gradebook(
    path: Path, marks: ClassMarks, *, titles: Sequence[str] = (), column: str = "", filling: Filling | None = None
) -> Filled:
    """The file with the marks in it.

    `titles`: what the column may be called besides the slug. `column`: what it is called. Raises CourseError if the
    file is none of Canvas's, has no such column, or one with other points.
    """
    filling = filling or Filling()
    table = read_table(path)
    if table.column("Student", "LastName") is None or table.column("ID") is None:
        raise CourseError(
            "it is no gradebook of Canvas: it has no columns Student and ID",
            where=str(path),
            next_step="Download it there: Gradebook, Export, Export Entire Gradebook.",
        )
    place = _column(path, table, [column] if column else [marks.slug, *titles], named=bool(column))
    head = next((n for n, row in enumerate(table.rows) if _POINTS in row.cells[0].casefold()), None)
    if head is None:
        raise CourseError(
            "it has no row of Points Possible", where=str(path), next_step="Download it again, and give it as it came."
        )
    possible = table.cell(table.rows[head], place)
    called = f"the column {table.header[place]!r}"
    if "read only" in possible.casefold():
        raise CourseError(f"{called} is read-only", where=str(path), next_step="Name the assignment's with --column.")
    times = factor(marks.max_score, value_of(possible), filling, where=str(path), called=called)

    def cells(row: Row, student: StudentMarks) -> tuple[dict[int, str], str]:
        there = row.cells[place].strip().upper()
        if there in _FIXED:
            return {}, _FIXED[there]
        score, why = score_of(student, filling)
        if score is None:
            return {}, why
        written = number(score * times)
        return {place: written.replace(".", ",") if "," in possible else written}, ""

    students = [n for n, row in enumerate(table.rows) if n > head and _is_student(table, row)]
    form = Form(_rules(table), functools.partial(_name, table), cells)
    return fill(table, students, marks, form, _safe_names(table))


def _is_student(table: Table, row: Row) -> bool:
    return any(row.cells) and _name(table, row) not in _TEST_STUDENT


def _rules(table: Table) -> list[Rule]:
    login = table.column("SIS Login ID")
    return [
        Rule(table.column("SIS User ID"), lambda person: person.id),
        Rule(table.column("SIS User ID"), lambda person: person.lms_user_id),
        Rule(login, lambda person: person.id),
        Rule(login, lambda person: person.email),
        Rule(table.column("ID"), lambda person: person.lms_user_id),
        Rule(login, local_part),
    ]


def _column(path: Path, table: Table, names: Sequence[str], *, named: bool) -> int:
    wanted = {_plain(name) for name in names}
    found, known = [], []
    for n, header in enumerate(table.header):
        parts = _ASSIGNMENT.fullmatch(header)
        if parts:
            known.append(header)
        own = {header, parts["name"], parts["id"]} if parts and named else {header, *([parts["name"]] if parts else [])}
        if wanted & set(map(_plain, own)):
            found.append(n)
    if len(found) == 1:
        return found[0]
    what = "several columns are" if found else "no column is"
    raise CourseError(
        f"{what} called {' or '.join(map(repr, names))}",
        where=str(path),
        next_step=f"Name one with --column. There are: {', '.join(known) or 'none'}.",
    )


def _plain(name: str) -> str:
    return " ".join(name.replace("_", " ").casefold().split())


def _name(table: Table, row: Row) -> str:
    return table.cell(row, table.column("Student")) or " ".join(
        filter(None, (table.cell(row, table.column("FirstName")), table.cell(row, table.column("LastName"))))
    )


def _safe_names(table: Table) -> dict[int, dict[int, str]]:
    columns = [n for n in map(table.column, _NAMES) if n is not None]
    return {
        number_: {n: harmless(row.cells[n]) for n in columns}
        for number_, row in enumerate(table.rows)
        if table.cell(row, table.column("ID"))
    }
