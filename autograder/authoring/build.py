"""assignments/ + solutions/ → source/ → release/, byte for byte the same on every machine."""

from __future__ import annotations

import io
import logging
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config, PyFileConfigLoader

from autograder.assignment import BEGIN, GIVEN, SKIP, Cell, Task, solution_lines
from autograder.course import CONFIG, Course
from autograder.errors import AuthoringError, LeakError
from autograder.judging.exam import Exam, load_exam

HIDDEN_BEGIN, HIDDEN_END = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
_METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


@dataclass(frozen=True)
class Built:
    """The bytes that source/ and release/ should hold for one assignment."""

    slug: str
    source: bytes
    release: bytes

    def files(self, course: Course) -> Iterator[tuple[Path, bytes]]:
        yield course.notebook("source", self.slug), self.source
        yield course.notebook("release", self.slug), self.release


def build(course: Course, slug: str) -> Built:
    """Make both notebooks in memory. Raises AuthoringError where the texts do not fit, or an answer would leave the
    house."""
    exam = load_exam(course, slug)
    source = source_notebook(exam)
    source_bytes = nbformat.writes(source, version=4).encode() + b"\n"
    release_bytes = _release(course, slug, source_bytes)
    _refuse_leaks(course, exam, nbformat.reads(release_bytes.decode(), as_version=4))
    return Built(slug, source_bytes, release_bytes)


def write(course: Course, built: Built) -> list[Path]:
    """Write what differs. Gives the files written."""
    written = []
    for path, wanted in built.files(course):
        if not path.is_file() or path.read_bytes() != wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(wanted)
            written.append(path)
    return written


def stale(course: Course, built: Built) -> list[str]:
    """What is not as it would be built, one sentence each with file and line; nothing is written."""
    sentences = []
    for path, wanted in built.files(course):
        where = course.where(path)
        if not path.is_file():
            sentences.append(f"{where}: it is missing. Run `autograder build {built.slug}`.")
        elif path.read_bytes() != wanted:
            line = _first_difference(path.read_bytes(), wanted)
            text = course.where(course.assignment_text(built.slug))
            sentences.append(f"{where}:{line}: it is not what {text} gives. Run `autograder build {built.slug}`.")
        for other in sorted(path.parent.iterdir()) if path.parent.is_dir() else ():
            if other != path and not other.name.startswith("."):
                sentences.append(f"{course.where(other)}: no text makes this file. Remove it.")
    return sentences


def strays(course: Course) -> list[str]:
    """Built folders of assignments that are not there."""
    return [
        f"{course.where(folder)}: no assignment is called {folder.name!r}. Remove this folder."
        for kind in ("source", "release")
        for folder in sorted((course.root / kind).glob("*"))
        if folder.is_dir() and folder.name not in course.assignments
    ]


def source_notebook(exam: Exam) -> NotebookNode:
    """The instructor's notebook: the text, its slots filled, and a marking cell for each task."""
    assignment = exam.assignment
    answers = {task.name: task for task in assignment.tasks}
    cells: list[NotebookNode] = []
    counts: dict[str, int] = {}

    def number(kind: str) -> str:
        counts[kind] = counts.get(kind, 0) + 1
        return f"{kind}-{counts[kind]:02d}"

    placed = {cell.marks for cell in assignment.cells if cell.marks}
    waiting: Task | None = None
    for cell in assignment.cells:
        if waiting and (cell.kind == "markdown" or cell.task or cell.marks or cell.tags):
            cells += [] if waiting.name in placed else [_marking_cell(exam, waiting)]
            waiting = None
        if cell.task is not None:
            waiting = answers[cell.task]
            cells.append(_code(waiting.answer, f"{waiting.name}-answer", solution=True))
        elif cell.marks is not None:
            cells.append(_marking_cell(exam, answers[cell.marks]))
        elif cell.kind == "markdown":
            cells.append(nbformat.v4.new_markdown_cell(cell.source, id=number("text")))
        elif waiting:
            # A visible example: a marking cell of 0 points, so that `nbgrader validate` tells students whether it
            # holds.
            cells.append(_code(cell.source, number(f"{waiting.name}-example"), points=0))
        else:
            cells.append(_locked(cell, number("given" if GIVEN in cell.tags else "code")))
    if waiting and waiting.name not in placed:
        cells.append(_marking_cell(exam, waiting))
    notebook: NotebookNode = nbformat.v4.new_notebook(cells=cells, metadata=_METADATA)
    nbformat.validate(notebook)
    return notebook


def _marking_cell(exam: Exam, task: Task) -> NotebookNode:
    sentences = [f"# {check.points:<5g}{check.title}" for check in exam.checks_of(task.name)]
    lines = [
        f"# The autograder marks this task here: {task.points:g} points.",
        HIDDEN_BEGIN,
        *sentences,
        "from autograder import mark",
        "",
        f'mark("{exam.assignment.slug}", "{task.name}", globals())',
        HIDDEN_END,
    ]
    return _code("\n".join(lines), task.name, points=task.points)


def _locked(cell: Cell, name: str) -> NotebookNode:
    node = _code(cell.source, name)
    if SKIP in cell.tags:
        node.metadata["tags"] = [SKIP]
    return node


def _code(source: str, name: str, *, solution: bool = False, points: float | None = None) -> NotebookNode:
    entry: dict[str, Any] = {
        "grade": points is not None,
        "grade_id": name,
        "locked": not solution,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
    if points is not None:
        entry["points"] = points
    identity = re.sub(r"[^a-zA-Z0-9_-]", "-", name)[:64]
    node: NotebookNode = nbformat.v4.new_code_cell(source, id=identity, metadata={"nbgrader": entry})
    return node


def _release(course: Course, slug: str, source: bytes) -> bytes:
    """The student's notebook by nbgrader's own generate_assignment, in a folder apart and without a database."""
    with tempfile.TemporaryDirectory(prefix="autograder-build-") as folder:
        path = Path(folder, "source", slug, f"{slug}.ipynb")
        path.parent.mkdir(parents=True)
        path.write_bytes(source)
        config = Config(PyFileConfigLoader(CONFIG, path=str(course.root)).load_config())
        config.CourseDirectory.root = folder
        config.CourseDirectory.assignment_id = slug
        complaints = io.StringIO()
        quiet = logging.Logger("autograder.build", logging.ERROR)
        quiet.addHandler(logging.StreamHandler(complaints))
        converter = GenerateAssignment(
            coursedir=CourseDirectory(config=config), config=config, no_database=True, log=quiet
        )
        converter.preprocessors = [p for p in converter.preprocessors if p.__name__ != "SaveCells"]
        try:
            converter.start()
            return Path(folder, "release", slug, f"{slug}.ipynb").read_bytes()
        except Exception as error:  # nbgrader raises many classes, and logs what was wrong as a traceback
            causes = re.findall(r"^[\w.]*(?:Error|Exception): (.+)$", complaints.getvalue(), re.M)
            why = causes[-1] if causes else error
            raise AuthoringError(
                f"nbgrader cannot make the release: {why}", where=course.where(course.assignment_text(slug))
            ) from error


def _refuse_leaks(course: Course, exam: Exam, release: NotebookNode) -> None:
    """No line of an answer's body and nothing of a hidden region may stand in what students get."""
    visible = {line.strip(): cell.get("id", "?") for cell in release.cells for line in cell.source.splitlines()}
    for task in exam.assignment.tasks:
        for number, line in solution_lines(task.answer):
            if line.strip() in visible and len(re.findall(r"\w+", line)) > 2:
                raise LeakError(
                    f"line {number + 1} of the answer to {task.name!r} stands in the release, in cell "
                    f"{visible[line.strip()]!r}: {line.strip()}",
                    where=course.where(course.reference_text(exam.assignment.slug)),
                    next_step="Write it differently in one of the two places.",
                )
    text = "\n".join(cell.source for cell in release.cells)
    for piece in (BEGIN, HIDDEN_BEGIN, HIDDEN_END, "from autograder"):
        if piece in text:
            raise LeakError(
                f"the release would show this to students: {piece}",
                where=course.where(course.assignment_text(exam.assignment.slug)),
            )


def _first_difference(found: bytes, wanted: bytes) -> int:
    mine, theirs = found.splitlines(), wanted.splitlines()
    for number, (one, other) in enumerate(zip(mine, theirs, strict=False), 1):
        if one != other:
            return number
    return min(len(mine), len(theirs)) + 1
