"""`verify` over a course: the audits of its assignments, on all cores, with a progress bar."""

from __future__ import annotations

import functools
import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import torch
from rich.console import Console
from rich.progress import Progress, TaskID

from autograder.auditing.verify import Audit, Finding, verify
from autograder.authoring.build import build, stale
from autograder.course import Course


def audit_course(course: Course, slugs: Sequence[str], jobs: int | None = None) -> list[Audit]:
    """An audit for each slug; what is stale in source/ and release/ counts among its faults."""
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
    return audits


def _advance(progress: Progress, bar: TaskID, _: Finding) -> None:
    progress.advance(bar)


def _one_thread() -> None:
    torch.set_num_threads(1)
