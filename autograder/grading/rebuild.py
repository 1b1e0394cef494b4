"""A submission's notebook, rebuilt from the instructor's.

What the instructor wrote comes from the instructor's notebook, with its metadata, tags and order: nothing that a
submission says of itself counts. What the student wrote is taken over: the answers, and the cells that they added,
which stay behind the cell that they followed.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import nbformat
from nbformat import NotebookNode

from autograder.assignment import SKIP, defined_names
from autograder.course import Course
from autograder.errors import CourseError

_DEFINITION = re.compile(r"^(?:(?:async\s+)?def|class)\s+(\w+)|^(\w+)\s*(?::[^=\n]*)?=(?!=)", re.MULTILINE)


@dataclass(frozen=True)
class Master:
    """The instructor's notebook with the solutions taken out.

    `released`: each of its nbgrader cells as students got it, by grade id; hidden tests are in the notebook and not in
    there. `defines`: the names that the instructor's answer defines, by grade id of the answer.
    """

    notebook: NotebookNode
    released: Mapping[str, str]
    defines: Mapping[str, frozenset[str]]

    @classmethod
    def read(cls, course: Course, slug: str) -> Master:
        """From source/ and release/, for where the hidden tests are not asked for. Raises CourseError without them."""
        found = []
        for kind in ("release", "source"):
            path = course.notebook(kind, slug)
            if not path.is_file():
                raise CourseError("it is missing", where=course.where(path), next_step="Run `autograder build` first.")
            found.append(nbformat.read(path, as_version=4))
        released = {name: cell.source for name, cell in nbgraders_cells(found[0]).items()}
        return cls(found[0], released, answers_define(found[1]))


def answers_define(source: NotebookNode) -> dict[str, frozenset[str]]:
    """The names that each answer in an instructor's notebook defines, solutions included, by grade id."""
    cells = nbgraders_cells(source).items()
    return {name: frozenset(_names(cell.source)) for name, cell in cells if is_answer(cell)}


def rebuild(notebook: NotebookNode, master: Master) -> tuple[NotebookNode, tuple[str, ...]]:
    """The notebook to run and to keep, without outputs, and what a human should know.

    An answer is found by its grade id; where that is lost, by the names that the cell defines.
    """
    originals = nbgraders_cells(master.notebook)
    claims, attention = _claims(notebook, master, originals)
    own: dict[str, list[NotebookNode]] = {"": []}
    place = ""
    names = {number: name for name, number in claims.items()}
    for number, cell in enumerate(notebook.cells):
        if number in names:
            place = names[number]
            own[place] = []
        else:
            own[place].append(cell)
    kept = {key: copy.deepcopy(value) for key, value in master.notebook.items() if key != "cells"}
    rebuilt = NotebookNode({**kept, "cells": [*_in_order(notebook, originals, claims, own)]})
    attention += _changed(notebook, master, originals, claims)
    if (rebuilt.nbformat, rebuilt.nbformat_minor) >= (4, 5):
        for number, cell in enumerate(rebuilt.cells):
            cell.setdefault("id", f"added-{number}")
    return rebuilt, tuple(attention)


def nbgraders_cells(notebook: NotebookNode) -> dict[str, NotebookNode]:
    """The cells of which nbgrader knows what they are for, by grade id, in order."""
    roles = ("solution", "grade", "locked", "task")
    named = {grade_id(cell): cell for cell in notebook.cells if grade_id(cell)}
    return {name: cell for name, cell in named.items() if any(map(cell.metadata.nbgrader.get, roles))}


def grade_id(cell: NotebookNode) -> str:
    """What nbgrader calls the cell; empty for a cell that it does not know, whatever its metadata hold."""
    entry: Any = cell.metadata.get("nbgrader", {})
    name = entry.get("grade_id", "") if isinstance(entry, dict) else ""
    return name if isinstance(name, str) else ""


def is_answer(cell: NotebookNode) -> bool:
    """Whether the instructor leaves this cell to the student."""
    return bool(cell.metadata.nbgrader.get("solution"))


def _claims(
    notebook: NotebookNode, master: Master, originals: Mapping[str, NotebookNode]
) -> tuple[dict[str, int], list[str]]:
    """Which submitted cell stands for which of the instructor's, by number."""
    claims: dict[str, int] = {}
    attention = []
    for number, cell in enumerate(notebook.cells):
        name = grade_id(cell)
        if name not in originals:
            continue
        if name not in claims or is_answer(originals[name]):
            claims.setdefault(name, number)
            if claims[name] != number:
                attention.append(f"the answer cell {name} is there twice; both ran, and the last counts")
                claims[name] = number
        else:
            attention.append(f"the cell {name} is there twice; the original was used once")
    found = _found_by_text(notebook, master, originals, claims)
    claims |= found
    answers = _found_by_names(notebook, master, originals, claims)
    claims |= answers
    if found or answers:
        many = len(found) + len(answers)
        attention.append(f"metadata are lost: cells found by their text or the names that they define: {many}")
    return claims, attention


def _found_by_text(
    notebook: NotebookNode, master: Master, originals: Mapping[str, NotebookNode], claims: Mapping[str, int]
) -> dict[str, int]:
    """Locked cells without their grade id, as students got them."""
    texts: dict[str, list[str]] = {}
    for name, cell in originals.items():
        if name not in claims and not is_answer(cell) and master.released.get(name, "").strip():
            texts.setdefault(_plain(master.released[name]), []).append(name)
    taken = set(claims.values())
    found: dict[str, int] = {}
    for number, cell in enumerate(notebook.cells):
        names = texts.get(_plain(cell.source)) if number not in taken else None
        if names:
            found[names.pop(0)] = number
    return found


def _found_by_names(
    notebook: NotebookNode, master: Master, originals: Mapping[str, NotebookNode], claims: Mapping[str, int]
) -> dict[str, int]:
    """Answers without their grade id: for each, the last cell that defines a name of it."""
    lost = {
        name: master.defines.get(name, frozenset())
        for name, cell in originals.items()
        if name not in claims and is_answer(cell) and cell.cell_type == "code"
    }
    answers = {number for name, number in claims.items() if is_answer(originals[name])}
    intact = {n for name, n in claims.items() if _plain(notebook.cells[n].source) == _plain(master.released[name])}
    found: dict[str, int] = {}
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type != "code" or number in answers or number in intact:
            continue
        defined = _names(cell.source)
        for name, wanted in lost.items():
            if defined & wanted:
                found[name] = number
    kept: dict[str, int] = {}
    for name, number in found.items():  # one cell with several answers stands where the first of them belongs
        if number not in kept.values():
            kept[name] = number
    return kept


def _in_order(
    notebook: NotebookNode,
    originals: Mapping[str, NotebookNode],
    claims: Mapping[str, int],
    own: Mapping[str, list[NotebookNode]],
) -> Iterator[NotebookNode]:
    """The instructor's order. A missing cell on which others build comes before what the student added at its place."""
    waiting = own[""]
    for name, original in originals.items():
        if name in claims:
            yield from map(_own, waiting)
            yield _taken_over(original, notebook.cells[claims[name]])
            waiting = own[name]
        elif builds_on(original):
            yield _taken_over(original, None)
        else:
            yield from map(_own, waiting)
            waiting = []
            yield _taken_over(original, None)
    yield from map(_own, waiting)


def _taken_over(original: NotebookNode, submitted: NotebookNode | None) -> NotebookNode:
    """The instructor's cell with the student's answer in it. An answer that is missing is empty: the stub would undo
    what another cell defines.
    """
    cell = copy.deepcopy(original)
    if is_answer(original):
        by_hand = bool(original.metadata.nbgrader.get("grade"))
        cell.source = submitted.source if submitted else original.source if by_hand else ""
        if submitted is not None and cell.cell_type == "markdown" and submitted.get("attachments"):
            cell["attachments"] = submitted["attachments"]
    if cell.cell_type == "code":
        cell.outputs, cell.execution_count = [], None
    return cell


def _own(cell: NotebookNode) -> NotebookNode:
    """A cell of the student's, without what its metadata say."""
    # nbformat's own functions check each cell against a schema, and draw an id at random; the notebook numbers them.
    kind = cell.cell_type if cell.cell_type in ("code", "markdown") else "raw"
    made = NotebookNode(cell_type=kind, metadata=NotebookNode(), source=cell.source)
    if kind == "code":
        made |= {"outputs": [], "execution_count": None}
    if kind == "markdown" and cell.get("attachments"):
        made["attachments"] = cell["attachments"]
    return made


def _changed(
    notebook: NotebookNode, master: Master, originals: Mapping[str, NotebookNode], claims: Mapping[str, int]
) -> list[str]:
    """A sentence for each of the instructor's cells that came back otherwise than it went out."""
    sentences = []
    for name, original in originals.items():
        if name not in claims:
            kind = (
                "answer" if is_answer(original) else "marking" if original.metadata.nbgrader.get("grade") else "locked"
            )
            after = "" if kind == "answer" else "; the original was put back"
            sentences.append(f"the {kind} cell {name} is missing{after}")
        elif not is_answer(original):
            cell = notebook.cells[claims[name]]
            if _plain(cell.source) not in (_plain(master.released[name]), _plain(original.source)):
                sentences.append(f"the locked cell {name} was changed; the original was used")
    return sentences


def builds_on(original: NotebookNode) -> bool:
    """Whether later cells may need what this one of the instructor's defines: locked, run, and no test."""
    entry = original.metadata.nbgrader
    locked = not entry.get("solution") and not entry.get("grade") and not entry.get("task")
    return bool(locked and original.cell_type == "code" and SKIP not in original.metadata.get("tags", ()))


def _names(code: str) -> set[str]:
    try:
        return set(defined_names(code))
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # magics, or an answer that does not parse
        return {name for pair in _DEFINITION.findall(code) for name in pair if name and not name.startswith("_")}


def _plain(source: str) -> str:
    """A text without what editors change by themselves: blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in source.strip().splitlines())
