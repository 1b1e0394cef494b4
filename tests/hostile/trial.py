"""Hostile submissions, and everything that is looked at when one has been graded.

A trick is a file below tricks/, `<family>/<name>.py`: a docstring that says the trick and its outcome, and cells.

    # %% first           a cell before all others
    # %% double          the answer to a task, in place of a right one
    # %% after double    a cell below that answer
    # %% last            a cell after all others
    # %% edit            no cell: the test runs it, and it changes the notebook `nb` in any way

The docstring's lines that begin with these words are what must come of it; without them, full marks and no attention:

    Scores:     by task, in the notebook's order; several that are right are joined by "or"
    Status:     the report's, "graded" if not named; likewise
    Attention:  a pattern for a sentence that asks for a human's look; each sentence must be named by one
    Says:       a pattern for what the cells' outputs must hold, so that a trick that never ran is no success
    Course:     learned_positions, where it needs modules
    Also:       landlock, where that wall must hold it too
    Open:       the reason why it is not held; then the test must fail

Whatever prints ESCAPED has got through.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import psutil
from helpers import ROOT, find, release
from mini import CHECKS, REFERENCE, mini_files
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder.assignment import read_assignment
from autograder.authoring import build as building
from autograder.course import Course
from autograder.grading.engine import Engine
from autograder.grading.notebooks import filled_in, reference_answers
from autograder.grading.rebuild import Master
from autograder.judging.exam import load_exam
from autograder.judging.judge import Judge
from autograder.sandbox.limits import Limits
from autograder.verdict import Report

HERE = Path(__file__).resolve().parent
LIMITS = Limits(seconds=3, check_seconds=1.5, memory_mb=256, home_mb=8, output_chars=20_000, processes=16)
FULL = {"double": (2.0, 1.0, 1.0), "learned_positions": (6.0, 4.0, 2.0, 6.0, 2.0)}

HONEST = {
    "double": "def double(x):\n    return x + x",
    "quadruple": "def quadruple(x):\n    return double(x) + double(x)",
    "quiz": 'quiz_sign = "b"\nquiz_zero = "a"',
}
IN_THE_REFERENCE = "a line of the reference alone"
IN_A_FILE = "a line of a file in the course's folder"
IN_THE_ENVIRONMENT = "a value of the host's environment"
SECRET = "the secret of the course"
HIDDEN = (IN_THE_REFERENCE, IN_A_FILE, IN_THE_ENVIRONMENT, SECRET, "draw.normal", "expect.close", "expect.choice")

Outputs = dict[int, list[dict[str, Any]]]
Strangers = frozenset[psutil.Process]


@dataclass(frozen=True)
class Trick:
    """One hostile submission, and what must come of it."""

    family: str
    name: str
    title: str
    cells: tuple[tuple[str, str], ...]
    scores: tuple[tuple[float, ...], ...]
    status: tuple[str, ...]
    attention: tuple[str, ...]
    says: tuple[str, ...]
    course: str
    landlock: bool
    open: str


def tricks() -> list[Trick]:
    """All of them, by family and name."""
    return [read_trick(path) for path in sorted((HERE / "tricks").glob("*/*.py"))]


def read_trick(path: Path) -> Trick:
    """A trick's file. Raises ValueError for a word in its docstring that means nothing."""
    text = path.read_text(encoding="utf-8")
    first, *rest = re.split(r"^# %% (.+)\n", text, flags=re.M)
    words = first.strip().removeprefix('"""').removesuffix('"""').strip()  # as it stands: patterns have backslashes
    facts: dict[str, list[str]] = {}
    for line in words.splitlines()[1:]:
        key, colon, value = line.partition(":")
        if not colon or key not in ("Scores", "Status", "Attention", "Says", "Course", "Also", "Open"):
            if line.strip() and facts:
                raise ValueError(f"{path}: {line!r}")
            continue
        facts.setdefault(key, []).append(value.strip())
    course = facts.get("Course", ["double"])[0]
    return Trick(
        path.parent.name,
        path.stem,
        words.splitlines()[0],
        tuple(zip(rest[::2], (code.strip("\n") for code in rest[1::2]), strict=True)),
        tuple(tuple(map(float, row.split())) for row in facts["Scores"][0].split(" or "))
        if "Scores" in facts
        else (FULL[course],),
        tuple(facts.get("Status", ["graded"])[0].split(" or ")),
        tuple(facts.get("Attention", ())),
        tuple(facts.get("Says", ())),
        course,
        facts.get("Also") == ["landlock"],
        " ".join(facts.get("Open", ())),
    )


def make_course(root: Path) -> Course:
    """The miniature course, with lines that must not come out of it."""
    files = mini_files()
    files["nbgrader_config.py"] = files["nbgrader_config.py"].replace('secret = "mini"', f"secret = {SECRET!r}")
    for line in ("return FACTOR * x", "return double(double(x))"):
        assert line in REFERENCE
        old = files["solutions/double/reference.py"]
        files["solutions/double/reference.py"] = old.replace(line, f"why = {IN_THE_REFERENCE!r}\n    {line}")
    assert all(word in CHECKS for word in ("draw.normal", "expect.close"))
    files["canary.txt"] = IN_A_FILE
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    course = Course(root)
    building.write(course, building.build(course, "double"))
    return course


@dataclass(frozen=True)
class Classroom:
    """A course to hand in to: its judge and its two notebooks."""

    course: Course
    slug: str
    judge: Judge
    master: Master
    release: NotebookNode
    answers: Mapping[str, str]

    @classmethod
    def of(cls, course: Course, slug: str) -> Classroom:
        answers = HONEST if slug == "double" else reference_answers(read_assignment(course, slug))
        return cls(
            course,
            slug,
            Judge(load_exam(course, slug), course.settings()),
            Master.read(course, slug),
            release(course, slug),
            answers,
        )

    @classmethod
    def real(cls) -> Classroom:
        """The assignment about learned positions."""
        return cls.of(Course(ROOT), "learned_positions")

    def honest(self) -> NotebookNode:
        """A right submission."""
        return filled_in(self.release, self.answers)

    def hand_in(self, trick: Trick) -> NotebookNode:
        """The released notebook with the trick's cells in it."""
        answers = {where: code for where, code in trick.cells if where in self.answers}
        notebook = filled_in(self.release, {**self.answers, **answers})
        for where, code in trick.cells:
            cell = new_code_cell(code)
            if where == "first":
                notebook.cells.insert(0, cell)
            elif where == "last":
                notebook.cells.append(cell)
            elif where.startswith("after "):
                answer = find(notebook, f"{where.removeprefix('after ')}-answer")
                notebook.cells.insert(notebook.cells.index(answer) + 1, cell)
            elif where == "edit":
                exec(compile(code, trick.name, "exec"), {"nb": notebook, "find": lambda name: find(notebook, name)})
            elif where not in self.answers:
                raise ValueError(f"{trick.name}: no place is called {where!r}")
        return notebook


def grade(engine: Engine, room: Classroom, notebook: NotebookNode) -> tuple[Report, Outputs]:
    """A submission's report and its cells' outputs. The one place where the suite meets the engine."""
    report, marked = engine.run_notebook(room.judge, notebook, room.master)
    return report, {number: cell.get("outputs", []) for number, cell in enumerate(marked.cells)}


def verdicts(report: Report) -> Report:
    """A report without what differs from run to run."""
    return dataclasses.replace(report, seconds=0.0)


def scores(report: Report) -> tuple[float, ...]:
    return tuple(task.score for task in report.tasks)


def said(outputs: Outputs) -> str:
    """All that the cells put out, as text."""
    rows = [row for number in sorted(outputs) for row in outputs[number]]
    return "\n".join(str(row.get("text") or row.get("evalue") or row.get("data") or "") for row in rows)


def reaches_the_student(notebook: NotebookNode, report: Report, outputs: Outputs) -> str:
    """The graded notebook and the report, as files hold them. Raises where they cannot be written."""
    graded: NotebookNode = nbformat.v4.new_notebook(cells=[])
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            graded.cells.append(new_code_cell("", outputs=[nbformat.from_dict(row) for row in outputs.get(number, [])]))
    nbformat.validate(graded)
    text = nbformat.writes(graded) + report.to_json()
    text.encode("utf-8")
    Report.from_dict(json.loads(report.to_json()))
    return text


def leaks(text: str, room: Classroom) -> list[str]:
    """What is in a text and must not be."""
    places = [str(room.course.root), json.dumps(str(room.course.root))[1:-1]]
    return [word for word in (*HIDDEN, *places, "ESCAPED") if word in text]


@dataclass(frozen=True)
class Traces:
    """What could be left behind on the host: processes below this one and what they run, mounts, files, open
    descriptors."""

    processes: Mapping[psutil.Process, str]
    mounts: frozenset[str]
    files: frozenset[str]
    descriptors: frozenset[str]

    @classmethod
    def now(cls, strangers: Strangers) -> Traces:
        """`strangers`: processes that earlier tests left, which start others and end whenever they like."""
        temporary = Path(tempfile.gettempdir())
        ours = [path for path in temporary.glob("autograder-*") if os.access(path, os.R_OK)]
        return cls(
            descendants(strangers),
            mounts(temporary.parent),
            frozenset(str(path) for folder in (temporary, *ours) for path in folder.iterdir()),
            frozenset(_descriptors()),
        )

    def unlike(self, before: Traces) -> list[str]:
        """What is there that was not, and what was there that is not. A descriptor that an earlier test left may be
        closed at any moment."""
        found = []
        for kind in ("mounts", "files", "descriptors"):
            now, then = getattr(self, kind), getattr(before, kind)
            found += [f"{kind}: {one} is left" for one in sorted(now - then)]
            found += [f"{kind}: {one} is gone" for one in sorted(then - now) if kind != "descriptors"]
        found += [f"left: {what}" for process, what in self.processes.items() if process not in before.processes]
        found += [f"gone: {what}" for process, what in before.processes.items() if process not in self.processes]
        return found


def _descriptors() -> Iterator[str]:
    """Those of this process: the number of each, and what it is open to."""
    for number in os.listdir("/proc/self/fd"):
        with contextlib.suppress(FileNotFoundError):  # the one that lists them
            yield f"{number} {os.readlink(f'/proc/self/fd/{number}')}"


def mounts(own: Path) -> frozenset[str]:
    """The host's. `own`: the folder of this process's tests. Where many processes share them, others mount in folders
    beside it meanwhile: that is left out."""
    others = own.parent if own.name.startswith("popen-") else None
    lines = Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if not _is_below(Path(line.split()[1]), others, own))


def _is_below(place: Path, others: Path | None, own: Path) -> bool:
    return others is not None and place.is_relative_to(others) and not place.is_relative_to(own)


def descendants(strangers: Strangers = frozenset()) -> dict[psutil.Process, str]:
    """The processes below this one and what each is, but some and all that is below them."""
    found = {}
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if strangers.isdisjoint([process, *process.parents()]):
                found[process] = str(process.as_dict(["pid", "ppid", "status", "name", "cmdline"]))
    return found
