"""What several tests need: the programs themselves, and submissions to a course."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
import psutil
from nbformat import NotebookNode

from autograder.assignment import read_assignment
from autograder.course import COURSE_VARIABLE, Course
from autograder.grading.notebooks import filled_in, reference_answers

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = Path(sys.executable).parent

# For programs that a test runs elsewhere: what comes of an action, or the class of its OSError.
TRY = """
def try_(name, action):
    try:
        print(name, action())
    except OSError as error:
        print(name, type(error).__name__)
"""


class Ended(NamedTuple):
    """How the program ended."""

    code: object
    out: str
    err: str


Command = Callable[..., Ended]


class Program(subprocess.Popen[str]):
    """A program in a session of its own. Where a test fails while it runs, it is killed with all that it has started:
    a failure is no hang."""

    def __init__(self, words: Sequence[object], **options: Any) -> None:
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        super().__init__([str(word) for word in words], text=True, start_new_session=True, **(pipes | options))

    def __exit__(self, kind: Any, *rest: Any) -> None:
        if kind is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
        super().__exit__(kind, *rest)

    def until(self, holds: Callable[[], object]) -> None:
        """Wait for what it does; fail if it ends without having done it."""
        limit = time.monotonic() + 240
        while not holds():
            assert self.poll() is None, self.communicate()
            assert time.monotonic() < limit
            time.sleep(0.001)

    def below(self) -> list[psutil.Process]:
        """All that it has started."""
        with contextlib.suppress(psutil.Error):
            return list(psutil.Process(self.pid).children(recursive=True))
        return []


def all_gone(processes: list[psutil.Process]) -> bool:
    """Whether these end, within a minute."""
    return psutil.wait_procs(processes, timeout=60)[1] == []


def run(program: str, *arguments: object, cwd: Path, path: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program of this virtual environment as a user would, with a terminal of 120 columns.

    `path`: the PATH that it sees; default: the one of this process.
    """
    env = {key: value for key, value in os.environ.items() if key != COURSE_VARIABLE}
    env |= {"COLUMNS": "120", "USER": env.get("USER", "tester"), "PATH": env["PATH"] if path is None else path}
    words = [str(PROGRAMS / program), *map(str, arguments)]
    return subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=300)


def release(course: Course, slug: str = "double") -> NotebookNode:
    """The student's notebook, not solved."""
    return nbformat.read(course.notebook("release", slug), as_version=4)


def solved(course: Course, slug: str = "double", **answers: str) -> NotebookNode:
    """The student's notebook with the reference in its slots, but for the answers given by task."""
    return filled_in(release(course, slug), {**reference_answers(read_assignment(course, slug)), **answers})


def find(notebook: NotebookNode, grade_id: str) -> NotebookNode:
    """The cell of this grade id."""
    return next(cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade_id") == grade_id)


def save(notebook: NotebookNode, path: Path) -> Path:
    """Write a notebook, in a folder that is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)
    return path


def scores(report: Mapping[str, Any]) -> dict[str, float]:
    """Points by task, of a report's JSON form."""
    return {task["task"]: task["score"] for task in report["tasks"]}
