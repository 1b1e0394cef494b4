"""An assignment as its two texts give it: what students read (`assignment.py`) and the answers (`reference.py`)."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jupytext

from autograder.course import Course
from autograder.errors import AuthoringError

_MARKER = re.compile(r"^# %%")
_KEYS = {"task", "points", "marks", "tags", "cell_type"}
_UNREADABLE = "incorrectly_encoded_metadata"
_JUPYTEXTS_OWN = {"lines_to_next_cell", "lines_to_end_of_cell_marker"}
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
SKIP = "skip-execution"
GIVEN = "given"


@dataclass(frozen=True)
class Cell:
    """One cell of a percent text. `line`: that of its marker, from 1."""

    kind: str
    source: str
    line: int
    tags: tuple[str, ...] = ()
    task: str | None = None
    points: float | None = None
    marks: str | None = None


@dataclass(frozen=True)
class Task:
    """A slot with its answer. `names`: what the answer defines, by which a submission's answer is known."""

    name: str
    points: float
    answer: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Assignment:
    """Both texts, proven to fit together."""

    slug: str
    cells: tuple[Cell, ...]
    tasks: tuple[Task, ...]

    @property
    def title(self) -> str:
        """Its first heading, else its slug."""
        for cell in self.cells:
            heading = re.search(r"^# +(.+)$", cell.source, re.M) if cell.kind == "markdown" else None
            if heading:
                return heading[1].strip()
        return self.slug

    @property
    def given(self) -> str:
        """The code that graded code may count on: the cells tagged `given`."""
        return "\n\n".join(cell.source for cell in self.cells if GIVEN in cell.tags)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for task in self.tasks for name in task.names)

    def task(self, name: str) -> Task:
        """Raises AuthoringError if there is none of that name."""
        for task in self.tasks:
            if task.name == name:
                return task
        known = ", ".join(task.name for task in self.tasks)
        raise AuthoringError(f"no task is called {name!r}", where=self.slug, next_step=f"There are: {known}.")

    @property
    def all_answers(self) -> str:
        """The whole reference, as code."""
        return "\n\n".join(task.answer for task in self.tasks)

    def before(self, name: str) -> tuple[Task, ...]:
        """The tasks that come before a task."""
        return tuple(itertools.takewhile(lambda task: task.name != name, self.tasks))


def answers(tasks: Sequence[Task], names: frozenset[str]) -> str:
    """The reference's code for these names, of these tasks; of a name that two of them define, the later definition."""
    wanted = {name: task for task in tasks for name in task.names if name in names}
    return "\n\n".join(task.answer for task in tasks if task in wanted.values())


def read_assignment(course: Course, slug: str) -> Assignment:
    """Read and compare both texts. Raises AuthoringError, with file and line, where they are not well formed or do
    not fit."""
    course.require(slug)
    text, reference = course.assignment_text(slug), course.reference_text(slug)
    cells = tuple(_read(course, text))
    answers = {}
    for cell in _read(course, reference):
        where = f"{course.where(reference)}:{cell.line}"
        if cell.task is None:
            raise AuthoringError("a cell that answers no task", where=where, next_step='Head it `# %% task="…"`.')
        if cell.task in answers:
            raise AuthoringError(f"a second cell called {cell.task!r}", where=where, next_step="Keep one of them.")
        answers[cell.task] = cell
    slots = _slots(course, text, cells)
    for name, cell in answers.items():
        if name not in slots:
            raise AuthoringError(
                f"an answer to {name!r}, which is no task",
                where=f"{course.where(reference)}:{cell.line}",
                next_step=f"Make a slot for it in {course.where(text)}, or remove it.",
            )
    return Assignment(slug, cells, tuple(_tasks(course, slots, answers, text, reference)))


def solution_lines(answer: str) -> list[tuple[int, str]]:
    """The lines between the solution marks of an answer, with their number in it from 0."""
    lines, inside = [], False
    for number, line in enumerate(answer.splitlines()):
        if BEGIN in line or END in line:
            inside = BEGIN in line
        elif inside:
            lines.append((number, line))
    return lines


def defined_names(code: str) -> tuple[str, ...]:
    """The names that code defines at its top level, without imports and without names that begin with an underscore.

    Raises SyntaxError.
    """
    found: dict[str, None] = {}
    for node in ast.parse(code).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[node.name] = None
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                found |= {leaf.id: None for leaf in ast.walk(target) if isinstance(leaf, ast.Name)}
    return tuple(name for name in found if not name.startswith("_"))


def _read(course: Course, path: Path) -> Iterator[Cell]:
    if not path.is_file():
        raise AuthoringError("this file is missing", where=course.where(path), next_step="Write it.")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise AuthoringError("this file is not UTF-8", where=course.where(path)) from error
    lines = [number for number, line in enumerate(text.splitlines(), 1) if _MARKER.match(line)]
    try:
        parsed = jupytext.reads(text, fmt="py:percent").cells
    except Exception as error:  # jupytext's and nbformat's own, for a header or metadata that is none
        what = (str(error).splitlines() or [type(error).__name__])[0]
        raise AuthoringError(f"it cannot be read as a percent text: {what}", where=course.where(path)) from error
    if len(parsed) > len(lines):
        raise AuthoringError(
            "text before the first cell", where=f"{course.where(path)}:1", next_step="Begin with `# %%`."
        )
    if len(parsed) < len(lines):
        raise AuthoringError(
            "a line inside a string begins with `# %%`", where=course.where(path), next_step="Indent it."
        )
    for line, cell in zip(lines, parsed, strict=True):
        yield _cell(cell, line, f"{course.where(path)}:{line}")


def _cell(parsed: Any, line: int, where: str) -> Cell:
    metadata = parsed.metadata
    if _UNREADABLE in metadata:
        raise AuthoringError(
            f"a marker that cannot be read: {metadata[_UNREADABLE]}",
            where=where,
            next_step='Write task="name" points=2.',
        )
    unknown = sorted(set(metadata) - _KEYS - _JUPYTEXTS_OWN)
    if unknown:
        raise AuthoringError(
            f"a cell cannot have {unknown[0]!r}", where=where, next_step="It can have task, points, marks, tags."
        )
    task, points, marks = metadata.get("task"), metadata.get("points"), metadata.get("marks")
    if task is not None and not (isinstance(task, str) and task.isidentifier()):
        raise AuthoringError(f"{task!r} cannot be a task's name", where=where, next_step="Use letters, digits and _.")
    if marks is not None and (not isinstance(marks, str) or task is not None or parsed.source.strip()):
        raise AuthoringError(
            'a cell with marks="…" names one task, and is empty', where=where, next_step="Put its text in another cell."
        )
    return Cell(
        kind=parsed.cell_type,
        source=parsed.source,
        line=line,
        tags=tuple(metadata.get("tags", ())),
        task=task,
        points=points,
        marks=marks,
    )


def _slots(course: Course, text: Path, cells: Sequence[Cell]) -> dict[str, Cell]:
    slots: dict[str, Cell] = {}
    for cell in cells:
        where = f"{course.where(text)}:{cell.line}"
        if cell.task is None:
            if cell.points is not None:
                raise AuthoringError("points without a task", where=where, next_step='Write task="name" points=2.')
            continue
        if cell.task in slots:
            raise AuthoringError(f"a second slot called {cell.task!r}", where=where, next_step="Rename one of them.")
        if cell.source.strip():
            raise AuthoringError(
                f"the slot {cell.task!r} holds text", where=where, next_step="Leave it empty: its answer fills it."
            )
        if not isinstance(cell.points, int | float) or isinstance(cell.points, bool) or not 0 < cell.points < 1000:
            raise AuthoringError(
                f"the slot {cell.task!r} has bad points: {cell.points!r}", where=where, next_step="Write points=2."
            )
        slots[cell.task] = cell
    placed: set[str] = set()
    for cell in cells:
        if cell.marks is not None and (cell.marks not in slots or cell.marks in placed):
            why = "twice" if cell.marks in placed else "of no task"
            raise AuthoringError(f"marks {why}: {cell.marks!r}", where=f"{course.where(text)}:{cell.line}")
        placed |= {cell.marks} if cell.marks else set()
    return slots


def _tasks(
    course: Course, slots: dict[str, Cell], answers: dict[str, Cell], text: Path, reference: Path
) -> Iterator[Task]:
    for name, slot in slots.items():
        if name not in answers:
            raise AuthoringError(
                f"the slot {name!r} has no answer",
                where=f"{course.where(text)}:{slot.line}",
                next_step=f'Write a cell `# %% task="{name}"` in {course.where(reference)}.',
            )
        answer = answers[name]
        where = f"{course.where(reference)}:{answer.line}"
        try:
            names = defined_names(answer.source)
        except SyntaxError as error:
            line = answer.line + (error.lineno or 0)
            raise AuthoringError(f"{error.msg}", where=f"{course.where(reference)}:{line}") from error
        if not names:
            raise AuthoringError(f"the answer to {name!r} defines no name", where=where)
        unpaired = _unpaired(answer.source)
        if unpaired is not None:
            raise AuthoringError(
                f"a solution mark without its pair in the answer to {name!r}",
                where=f"{course.where(reference)}:{answer.line + 1 + unpaired}",
                next_step=f"Each {BEGIN} has an {END}.",
            )
        if not any(line.strip() for _, line in solution_lines(answer.source)):
            raise AuthoringError(
                f"the answer to {name!r} marks no solution",
                where=where,
                next_step=f"Put its body between {BEGIN} and {END}.",
            )
        assert slot.points is not None
        yield Task(name, float(slot.points), answer.source, names)


def _unpaired(answer: str) -> int | None:
    """The line, from 0, of a solution mark that does not alternate with the other kind."""
    open_line: int | None = None
    for number, line in enumerate(answer.splitlines()):
        if BEGIN in line or END in line:
            if (BEGIN in line) != (open_line is None):
                return number
            open_line = number if BEGIN in line else None
    return open_line
