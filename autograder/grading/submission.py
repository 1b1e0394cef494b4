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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import nbformat
from nbformat import NotebookNode

from autograder.assignment import SKIP, Assignment, defined_names
from autograder.errors import SubmissionError
from autograder.grading.rebuild import Master, grade_id, rebuild
from autograder.judging.judge import Judge
from autograder.student.local import LocalStudent, module_namespace
from autograder.verdict import CheckVerdict, Outcome, Report, TaskVerdict, absent

SIZE_LIMIT = 20_000_000
CELLS_LIMIT = 2000


@dataclass(frozen=True)
class Step:
    """One thing to do in order: run code, or judge a task where its marking cell stands.

    `cell`: its number in the notebook, from 0.
    """

    code: str = ""
    task: str | None = None
    cell: int = field(default=0, compare=False)


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
    return _notebook(_read(path), str(path))


def parse_notebook(data: bytes, name: str) -> NotebookNode:
    """A notebook's bytes, as nbformat 4. Raises SubmissionError if it is none."""
    if len(data) > SIZE_LIMIT:
        raise SubmissionError(f"it has {len(data):,} bytes; {SIZE_LIMIT:,} are allowed", where=name)
    try:
        return _notebook(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        raise SubmissionError("it is not UTF-8 text", where=name) from error


def _notebook(text: str, where: str) -> NotebookNode:
    try:
        cells = len(json.loads(text).get("cells", ()))
        if cells > CELLS_LIMIT:
            raise SubmissionError(f"it has {cells:,} cells; {CELLS_LIMIT:,} are allowed", where=where)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            notebook = nbformat.reads(text, as_version=4)
            nbformat.validate(notebook, relax_add_props=True)
    except SubmissionError:
        raise
    except Exception as error:  # nbformat has no one class for what can be wrong with a file
        raise SubmissionError(
            "it is not a notebook that can be read", where=where, next_step="Save it in Jupyter and try again."
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
    ids = {grade_id(cell) for cell in notebook.cells}
    best = max(assignments, key=lambda a: sum(task.name in ids for task in a.tasks), default=None)
    return best if best is not None and any(task.name in ids for task in best.tasks) else None


def grade_module(judge: Judge, code: str, filename: str = "<submission>", prelude: str = "") -> Report:
    """Run a module and judge each task whose names it defines; the others are not attempted.

    `prelude`: code that runs before it, for a module that holds only what differs from the reference.
    """
    started = time.perf_counter()
    assignment = judge.exam.assignment
    try:
        with quietly():
            namespace = module_namespace(f"{assignment.given}\n\n{prelude}", code, filename)
    except Exception as error:
        why = f"the module stopped with {type(error).__name__}: {error}"
        return ungraded(judge, "invalid", why, time.perf_counter() - started)
    student = LocalStudent(namespace)
    key = hashlib.sha256(code.encode()).hexdigest()
    judged: dict[str, TaskVerdict] = {}
    for task in assignment.tasks:
        judged[task.name] = judge.task(task.name, student, key, judged)
    tasks = tuple(judged.values())
    return Report(assignment.slug, tasks, seconds=time.perf_counter() - started, attention=absent(tasks))


def grade_notebook(judge: Judge, notebook: NotebookNode, master: Master) -> Report:
    """Run a notebook cell by cell, and judge each task where its marking cell stands, as nbgrader would."""
    started = time.perf_counter()
    assignment = judge.exam.assignment
    rebuilt, attention = rebuild(notebook, master)
    steps = plan(rebuilt, assignment)
    key = seed(steps)
    judged: dict[str, TaskVerdict] = {}
    with _shell() as shell:
        for step in steps:
            if step.task is None:
                with quietly():
                    shell.run_cell(step.code, store_history=False)
            else:
                judged[step.task] = judge.task(step.task, LocalStudent(shell.user_ns), key, judged)
    tasks = tuple(judged[task.name] for task in assignment.tasks)
    seconds = time.perf_counter() - started
    return Report(assignment.slug, tasks, seconds=seconds, attention=(*attention, *absent(tasks)))


def plan(rebuilt: NotebookNode, assignment: Assignment) -> list[Step]:
    """What to run and where to judge, in order, in a notebook of which the instructor's part is the instructor's."""
    tasks = {task.name for task in assignment.tasks}
    steps = []
    for number, cell in enumerate(rebuilt.cells):
        if grade_id(cell) in tasks:
            steps.append(Step(task=grade_id(cell), cell=number))
        elif cell.cell_type == "code" and SKIP not in cell.metadata.get("tags", ()):
            steps.append(Step(cell.source, cell=number))
    return steps


def seed(steps: Sequence[Step], files: Mapping[str, bytes] = MappingProxyType({})) -> str:
    """What hidden inputs are drawn from besides the course's secret: the code that runs, and the files that it finds,
    which may be code too."""
    parts = ["\0".join(step.code for step in steps).encode("utf-8", "replace")]
    for name, data in sorted(files.items()):
        parts += [name.encode("utf-8", "replace"), data]
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


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
def quietly() -> Iterator[None]:
    """What code prints and warns of goes nowhere."""
    sink = _Sink()
    with contextlib.redirect_stdout(sink), contextlib.redirect_stderr(sink), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
