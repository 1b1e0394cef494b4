"""What Canvas's file and Moodle's have in common: rows are matched, filled in, or listed with the reason why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from autograder.publishing.exports.matching import Rule, match
from autograder.publishing.exports.table import Row, Table
from autograder.publishing.marks import ClassMarks, StudentMarks

Cells = dict[int, str]


@dataclass(frozen=True)
class Form:
    """How a platform's rows are read: the rules by which they are matched, the name of a row's student, and the new
    cells of a row, by column, or why there are none."""

    rules: Sequence[Rule]
    name: Callable[[Row], str]
    cells: Callable[[Row, StudentMarks], tuple[Cells, str]]


@dataclass(frozen=True)
class Filled:
    """The file, how many students' marks went into it, and a sentence for each whose did not."""

    data: bytes
    filled: int
    left_out: tuple[str, ...]


def fill(table: Table, students: Sequence[int], marks: ClassMarks, form: Form, safe: Mapping[int, Cells]) -> Filled:
    """Fill in the rows of these numbers. `safe`: cells that are made harmless in any case."""
    rows = [table.rows[n] for n in students]
    matches = match([row.cells for row in rows], [one.person for one in marks.students], form.rules)
    changes: dict[int, Cells] = {}
    left = []
    for place, (number, row) in enumerate(zip(students, rows, strict=True)):
        person = matches.people.get(place)
        if person is None:
            why = matches.doubtful.get(place, "the gradebook knows nobody by what the row says")
            left.append(f"{form.name(row)}: {why}")
            continue
        cells, why = form.cells(row, marks.student(person.id))
        if why:
            left.append(f"{form.name(row)} ({person.id}): {why}")
        else:
            changes[number] = cells
    there = {person.id for person in matches.people.values()}
    strangers = [one.person.id for one in marks.students if one.submitted and one.person.id not in there]
    left += [f"{id_}: no row of the file is surely theirs" for id_ in strangers]
    every = {n: {**safe.get(n, {}), **changes.get(n, {})} for n in {*safe, *changes}}
    return Filled(table.text(every).encode("utf-8"), len(changes), tuple(left))
