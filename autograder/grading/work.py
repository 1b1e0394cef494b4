"""Grading one submission, as a pure function of bytes: what an executor maps over a class."""

from __future__ import annotations

import contextlib
import functools
import io
import os
import shutil
import socket
import tempfile
import threading
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from multiprocessing.util import Finalize
from pathlib import Path

import nbformat
import torch
from nbformat import NotebookNode

from autograder.course import Course
from autograder.errors import SubmissionError
from autograder.grading.engine import Engine
from autograder.grading.handover import Entry, MarkedNotebook, Setup, Submission
from autograder.grading.notebooks import written
from autograder.grading.rebuild import Master, grade_id, is_answer
from autograder.grading.submission import assignment_of, parse_notebook, ungraded
from autograder.grading.submitted import is_notebook
from autograder.judging.exam import load_exam
from autograder.judging.judge import Judge
from autograder.sandbox.isolation import Isolation
from autograder.sandbox.limits import Limits
from autograder.verdict import Report


def grade(setup: Setup, submission: Submission) -> Entry:
    """The report, and the marked notebook as it goes into autograded/.

    Never raises for what a submission is or does: one that cannot be graded has a report that says why, and no marks.
    """
    with _turn:  # a Dask worker may have several threads, and a sandbox serves one submission at a time
        return _graded(_bench(setup), setup, submission)


def _graded(bench: _Bench, setup: Setup, submission: Submission) -> Entry:
    try:
        notebook, notes = _notebook(bench, submission)
        report, marked = bench.engine.run_notebook(bench.judge, notebook, bench.master, _beside(submission))
    except SubmissionError as error:  # no notebook, or files that have no room beside it
        report = ungraded(bench.judge, "invalid", str(error).rstrip("."))
        report = replace(report, isolation=setup.isolation, attention=(*report.attention, *submission.notes))
        return Entry(submission.student, report, ())
    report = replace(report, attention=(*notes, *submission.notes, *report.attention))
    return Entry(submission.student, report, (_marked(setup.slug, marked, report, bench.master),))


@dataclass(frozen=True)
class _Bench:
    """What a process keeps from one submission to the next."""

    engine: Engine
    judge: Judge
    master: Master


# One for each process and setup: a sandbox takes seconds to start.
@functools.lru_cache(maxsize=1)
def _bench(setup: Setup) -> _Bench:
    cpu = _a_core_of_its_own()
    if cpu is not None:
        os.sched_setaffinity(0, {cpu})
    torch.set_num_threads(1)
    unpacked = _unpacked(setup.content) if setup.content else None
    course = Course(unpacked or Path(setup.root))
    judge = Judge(load_exam(course, setup.slug), setup.settings, course.cache)
    master = Master(nbformat.reads(setup.master, as_version=4), dict(setup.released), dict(setup.defines))
    engine = Engine(Isolation(setup.isolation), Limits.of(setup.settings), ahead=True)
    bench = _Bench(engine, judge, master)
    # When another setup takes its place, or the process ends: one of multiprocessing's runs no atexit functions.
    Finalize(bench, _tidy, (engine, unpacked), exitpriority=1)
    return bench


def _tidy(engine: Engine, unpacked: Path | None) -> None:
    engine.stop()
    if unpacked:
        shutil.rmtree(unpacked, ignore_errors=True)


def _unpacked(content: bytes) -> Path:
    """A folder of this worker's own with what it needs of the course."""
    folder = tempfile.mkdtemp(prefix="autograder-course-")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder)
    return Path(folder)


def _a_core_of_its_own() -> int | None:
    """A core that no other worker of this user has taken; None if there is none.

    Judge and submission take turns: on one core, they hand over in a third of the time that it takes from core to
    core. The name in the kernel's own name space is free again when the process ends, however it does.
    """
    for cpu in sorted(os.sched_getaffinity(0)):
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        with contextlib.suppress(OSError):
            claim.bind(f"\0autograder-{os.getuid()}-core-{cpu}")
            _claims.append(claim)
            return cpu
        claim.close()
    return None


_turn = threading.Lock()
# Open for as long as the process lives.
_claims: list[socket.socket] = []


def _notebook(bench: _Bench, submission: Submission) -> tuple[NotebookNode, tuple[str, ...]]:
    """The notebook that answers the assignment, under whatever name it was handed in."""
    assignment = bench.judge.exam.assignment
    slug = assignment.slug
    files = {name: data for name, data in submission.files if is_notebook(name)}
    if f"{slug}.ipynb" in files:
        others = sorted(files.keys() - {f"{slug}.ipynb"})
        notes = (f"only {slug}.ipynb counts, and there is also {', '.join(others)[:200]}",) if others else ()
        return parse_notebook(files[f"{slug}.ipynb"], f"{slug}.ipynb"), notes
    if not files:
        raise SubmissionError("there is no notebook in it")
    found, complaint = {}, None
    for name, data in files.items():
        try:
            notebook = parse_notebook(data, name)
        except SubmissionError as error:
            complaint = error
        else:
            if len(files) == 1 or assignment_of(notebook, Path(name), [assignment]):
                found[name] = notebook
    if len(found) == 1:
        name, notebook = found.popitem()
        return notebook, (f"the notebook is called {name}",)
    if complaint is not None and not found:
        raise complaint
    what = "several notebooks answer the assignment" if found else "none of its notebooks answers the assignment"
    raise SubmissionError(f"{what}, and none is called {slug}.ipynb")


def _beside(submission: Submission) -> Mapping[str, bytes]:
    """The files that a notebook finds in its folder."""
    return {name: data for name, data in submission.files if not is_notebook(name) and name != "timestamp.txt"}


def _marked(slug: str, notebook: NotebookNode, report: Report, master: Master) -> MarkedNotebook:
    scores = {task.task: task.score for task in report.tasks}
    stubs = {grade_id(cell): cell.source for cell in master.notebook.cells if grade_id(cell)}
    unchanged, points = [], []
    for cell in notebook.cells:
        name = grade_id(cell)
        if not name:
            continue
        untouched = cell.source == stubs[name]
        if cell.metadata.nbgrader.get("grade"):  # an answer that has points waits for a human, as nbgrader has it
            by_hand = is_answer(cell) and not untouched
            points.append((name, None if by_hand else scores.get(name, 0.0)))
        if is_answer(cell):
            unchanged.append((name, untouched))
    return MarkedNotebook(slug, written(notebook), tuple(points), tuple(unchanged))
