"""`verify` over a course: the audits of its assignments, on all cores, with a progress bar."""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import torch
from rich.console import Console
from rich.progress import Progress, TaskID

from autograder.auditing import quality
from autograder.auditing.operators import operators
from autograder.auditing.survivors import audit_mutants
from autograder.auditing.verify import Audit, Finding, verify
from autograder.authoring.build import build, stale
from autograder.course import Course
from autograder.grading.engine import Engine
from autograder.sandbox.isolation import Isolation
from autograder.sandbox.limits import Limits


def audit_course(
    course: Course, slugs: Sequence[str], jobs: int | None = None, mutants_behind: Isolation | None = None
) -> list[Audit]:
    """An audit for each slug; what is stale in source/ and release/ counts among its faults.

    `mutants_behind`: try mutants too, which may do anything, behind these walls. Raises ToolError if that cannot be.
    """
    if mutants_behind is not None:
        operators()
    workers = jobs or len(os.sched_getaffinity(0))
    context = multiprocessing.get_context("fork")
    audits = []
    with (
        Progress(console=Console(stderr=True), transient=True) as progress,
        ProcessPoolExecutor(workers, mp_context=context, initializer=_one_thread) as pool,
    ):
        for slug in slugs:
            bar = progress.add_task(slug, total=None)
            audit = verify(course, slug, pool, on_done=functools.partial(_advance, progress, bar))
            progress.remove_task(bar)
            audits.append(replace(audit, faults=(*audit.faults, *stale(course, build(course, slug)))))
    return audits if mutants_behind is None else _with_mutants(course, audits, workers, mutants_behind)


def write_page(course: Course, audits: Sequence[Audit]) -> None:
    """Write docs/grader-quality.md, for audits of all assignments with their mutants."""
    course.quality_page.parent.mkdir(exist_ok=True)
    course.quality_page.write_text(quality.page(course, audits), encoding="utf-8")


def with_page(course: Course, audits: Sequence[Audit]) -> list[Audit]:
    """The audits, in which it is a fault if docs/grader-quality.md does not say the same."""
    return [replace(audit, faults=(*audit.faults, *quality.stale(course, audit))) for audit in audits]


def _with_mutants(course: Course, audits: Sequence[Audit], workers: int, walls: Isolation) -> list[Audit]:
    limits = Limits.of(course.settings())
    found = []
    with contextlib.ExitStack() as stack:
        progress = stack.enter_context(Progress(console=Console(stderr=True), transient=True))
        engines = [stack.enter_context(Engine(walls, limits)) for _ in range(workers)]
        for audit in audits:
            bar = progress.add_task(f"{audit.assignment}, mutants", total=None)
            tried = audit_mutants(course, audit.assignment, engines, on_done=functools.partial(_show, progress, bar))
            progress.remove_task(bar)
            found.append(replace(audit, mutants=tried, faults=(*audit.faults, *tried.faults)))
    return found


def _show(progress: Progress, bar: TaskID, done: int, made: int) -> None:
    progress.update(bar, completed=done, total=made)


def _advance(progress: Progress, bar: TaskID, _: Finding) -> None:
    progress.advance(bar)


def _one_thread() -> None:
    torch.set_num_threads(1)
