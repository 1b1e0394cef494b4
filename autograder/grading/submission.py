"""One submission: a notebook or a plain module, run and judged in this process.

That is for the course's own answers, as `verify` grades them; a stranger's go through the engine (`engine.py`).
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from autograder.assignment import SKIP, Assignment, defined_names
from autograder.errors import SubmissionError
from autograder.judging.judge import Judge
from autograder.student.local import LocalStudent, module_namespace
from autograder.verdict import CheckVerdict, Outcome, Report, TaskVerdict

SIZE_LIMIT = 20_000_000
CELLS_LIMIT = 2000


@dataclass(frozen=True)
class Step:
    """One thing to do in order: run code, or judge a task where its marking cell stands.

    `cell`: its number in the submitted notebook, from 0; None where the submission has no such cell.
    """

    code: str = ""
    task: str | None = None
    cell: int | None = field(default=None, compare=False)


def read_module(path: Path) -> str:
    """A module's text. Raises SubmissionError if it cannot be read or is no Python."""
    code = _read(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(code, str(path), "exec")
    except (RecursionError, MemoryError) as error:
        raise SubmissionError("it is not Python: it is nested too deeply", where=str(path)) from error
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        raise SubmissionError(
            f"it is not Python: {getattr(error, 'msg', error)}", where=f"{path}:{line}" if line else str(path)
        ) from error
    return code


def read_notebook(path: Path) -> NotebookNode:
    """A notebook, as nbformat 4. Raises SubmissionError if it is none."""
    text = _read(path)
    try:
        cells = len(json.loads(text).get("cells", ()))
        if cells > CELLS_LIMIT:
            raise SubmissionError(f"it has {cells:,} cells; {CELLS_LIMIT:,} are allowed", where=str(path))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            notebook = nbformat.reads(text, as_version=4)
            nbformat.validate(notebook, relax_add_props=True)
    except SubmissionError:
        raise
    except Exception as error:  # nbformat has no one class for what can be wrong with a file
        raise SubmissionError(
            "it is not a notebook that can be read", where=str(path), next_step="Save it in Jupyter and try again."
        ) from error
    return notebook


def assignments_of(code: str, assignments: list[Assignment]) -> list[Assignment]:
    """The assignments whose names a module defines."""
    defined = set(defined_names(code))
    return [assignment for assignment in assignments if defined & assignment.names]


def assignment_of(notebook: NotebookNode, path: Path, assignments: list[Assignment]) -> Assignment | None:
    """The assignment that a notebook answers: by its file's name, else by the tasks that its cells name, most first."""
    for assignment in assignments:
        if path.stem == assignment.slug:
            return assignment
    ids = {_grade_id(cell) for cell in notebook.cells}
    best = max(assignments, key=lambda a: sum(task.name in ids for task in a.tasks), default=None)
    return best if best is not None and any(task.name in ids for task in best.tasks) else None


def grade_module(judge: Judge, code: str, filename: str = "<submission>", prelude: str = "") -> Report:
    """Run a module and judge each task whose names it defines; the others are not attempted.

    `prelude`: code that runs before it, for a module that holds only what differs from the reference.
    """
    started = time.perf_counter()
    assignment = judge.exam.assignment
    try:
        with _quietly():
            namespace = module_namespace(f"{assignment.given}\n\n{prelude}", code, filename)
    except Exception as error:
        why = f"the module stopped with {type(error).__name__}: {error}"
        return ungraded(judge, "invalid", why, time.perf_counter() - started)
    student = LocalStudent(namespace)
    key = hashlib.sha256(code.encode()).hexdigest()
    tasks = tuple(judge.task(task.name, student, key) for task in assignment.tasks)
    return Report(assignment.slug, tasks, seconds=time.perf_counter() - started, attention=absent(tasks))


def grade_notebook(judge: Judge, notebook: NotebookNode, instructors: NotebookNode) -> Report:
    """Run a notebook cell by cell, and judge each task where its marking cell stands, as nbgrader would."""
    started = time.perf_counter()
    assignment = judge.exam.assignment
    steps, attention = plan(notebook, instructors, assignment)
    key = hashlib.sha256("\0".join(step.code for step in steps).encode("utf-8", "surrogatepass")).hexdigest()
    judged: dict[str, TaskVerdict] = {}
    with _shell() as shell:
        for step in steps:
            if step.task is None:
                with _quietly():
                    shell.run_cell(step.code, store_history=False)
            else:
                judged[step.task] = judge.task(step.task, LocalStudent(shell.user_ns), key)
    tasks = tuple(judged[task.name] for task in assignment.tasks)
    seconds = time.perf_counter() - started
    return Report(assignment.slug, tasks, seconds=seconds, attention=(*attention, *absent(tasks)))


def plan(
    notebook: NotebookNode, instructors: NotebookNode, assignment: Assignment
) -> tuple[list[Step], tuple[str, ...]]:
    """What to run and where to judge, and what a human should know.

    Locked cells are the instructor's, whatever the submission made of them, their type included; tags count only
    there. What the answers build on and the submission lacks runs first.
    """
    originals = {_grade_id(cell): cell for cell in instructors.cells if _grade_id(cell) and cell.cell_type == "code"}
    tasks = {task.name for task in assignment.tasks}
    present = {_grade_id(cell) for cell in notebook.cells}
    lost = [name for name, cell in originals.items() if name not in present and _builds_on(cell)]
    steps = [Step(originals[name].source) for name in lost]
    attention = [f"the locked cell {name} is missing; the original was run first" for name in lost]
    seen: set[str] = set()
    for number, cell in enumerate(notebook.cells):
        name = _grade_id(cell)
        if cell.cell_type != "code" and name not in originals:
            continue
        original = originals.get(name)
        if original is None or name in seen:
            if name in seen:
                attention.append(f"the cell {name} is there twice; the first was taken")
            steps += [] if name in tasks else [Step(cell.source, cell=number)]
            continue
        seen.add(name)
        if name in tasks:
            steps.append(Step(task=name, cell=number))
        elif not original.metadata.nbgrader.locked:
            steps.append(Step(cell.source, cell=number))
        elif SKIP not in original.metadata.get("tags", ()):
            steps.append(Step(original.source, cell=number))
            if cell.source != original.source:
                attention.append(f"the locked cell {name} was changed; the original was used")
    for task in assignment.tasks:
        if task.name not in seen:
            attention.append(f"the marking cell of {task.name} is missing; the task was judged at the end")
            steps.append(Step(task=task.name))
    return steps, tuple(attention)


def ungraded(judge: Judge, status: str, why: str, seconds: float = 0.0) -> Report:
    """A report without marks: no task could be judged, for one reason."""
    exam = judge.exam
    tasks = tuple(
        TaskVerdict(
            task.name,
            tuple(
                CheckVerdict(c.name, c.title, Outcome.NOT_JUDGED, 0.0, c.points, f"Not judged: {why}.")
                for c in exam.checks_of(task.name)
            ),
        )
        for task in exam.assignment.tasks
    )
    return Report(exam.assignment.slug, tasks, status=status, seconds=seconds, attention=(why,))


def absent(tasks: tuple[TaskVerdict, ...]) -> tuple[str, ...]:
    """A sentence for each task that was not attempted."""
    return tuple(f"{task.task} was not attempted" for task in tasks if not task.attempted)


def _builds_on(original: NotebookNode) -> bool:
    """Whether later cells may need what this one of the instructor's defines: locked, run, and no test."""
    entry = original.metadata.nbgrader
    return bool(entry.locked and not entry.grade and SKIP not in original.metadata.get("tags", ()))


def _grade_id(cell: NotebookNode) -> str:
    entry: Any = cell.metadata.get("nbgrader", {})
    name = entry.get("grade_id", "") if isinstance(entry, dict) else ""
    return name if isinstance(name, str) else ""


def _read(path: Path) -> str:
    try:
        if path.is_symlink():  # it could lead to the instructor's notebook, or to another student's
            raise SubmissionError("it is a link", where=str(path), next_step="Name the file that it leads to.")
        size = path.stat().st_size
        if not path.is_file():
            raise SubmissionError("it is not a file", where=str(path), next_step="Name a .ipynb or .py file.")
        if size > SIZE_LIMIT:
            raise SubmissionError(f"it has {size:,} bytes; {SIZE_LIMIT:,} are allowed", where=str(path))
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise SubmissionError("there is no such file", where=str(path), next_step="Check the path.") from error
    except UnicodeDecodeError as error:
        raise SubmissionError("it is not UTF-8 text", where=str(path)) from error
    except OSError as error:
        raise SubmissionError(f"it cannot be read: {error.strerror}", where=str(path)) from error


@contextlib.contextmanager
def _shell() -> Iterator[Any]:
    """An IPython shell of its own, so that magics and `!` lines in a notebook work."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    class Shell(InteractiveShell):  # type: ignore[misc]  # IPython is not typed here
        def enable_gui(self, gui: str | None = None) -> None:
            """There is no window: `%matplotlib inline` is welcome and does nothing."""

    os.environ["MPLBACKEND"] = "agg"
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    shell = Shell(config=config)
    try:
        yield shell
    finally:
        shell.restore_sys_module_state()


class _Sink(io.TextIOBase):
    """Keeps nothing, so that a flood of output fills no memory."""

    def write(self, text: str, /) -> int:
        return len(text)


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    sink = _Sink()
    with contextlib.redirect_stdout(sink), contextlib.redirect_stderr(sink), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
