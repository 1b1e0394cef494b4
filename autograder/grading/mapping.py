"""Mapping work over workers that may die."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait

from autograder.errors import AutograderError
from autograder.grading.executors import Workers, failure, is_lost
from autograder.grading.handover import Entry, Job

# How often a submission is tried whose worker is gone before it is done.
TRIES = 3
Lost = Callable[[Job, str], Entry]


def mapped(pool: Workers, jobs: Iterator[Job], lost: Lost) -> Iterator[tuple[Job, Entry]]:
    """Each job with its entry, as they come; `lost` makes the entry of one that cannot be had, from a reason.

    Few are under way at a time, so that memory stays flat. When a worker is gone, whatever was under way is tried
    again, one at a time: so the one that ends its workers is known, and costs no other anything. Raises
    AutograderError where that is what came back: it is about the course, and not about one submission.
    """
    under_way: dict[Future[Entry], Job] = {}
    while True:
        for job in itertools.islice(jobs, pool.ahead - len(under_way)):
            under_way[pool.submit(job.submission)] = job
        if not under_way:
            return
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        if any(is_lost(error) for error in map(failure, done) if error):
            wait(under_way)
            pool.renew()
            done = set(under_way)
        for future in [future for future in under_way if future in done]:
            job = under_way.pop(future)
            entry = _entry(future, job, lost)
            yield job, _alone(pool, job, lost) if entry is None else entry


def _entry(future: Future[Entry], job: Job, lost: Lost) -> Entry | None:
    """What a future that is done came to; None if its worker is gone."""
    error = failure(future)
    if error is None:
        return future.result()
    if is_lost(error):
        return None
    if isinstance(error, AutograderError):
        raise error
    words = " ".join(str(error).split())[:300] or type(error).__name__
    return lost(job, f"the grader itself failed on it ({words}); this is not the student's fault")


def _alone(pool: Workers, job: Job, lost: Lost) -> Entry:
    """The second and later tries, with nothing else under way."""
    for _ in range(TRIES - 1):
        future = pool.submit(job.submission)
        wait([future])
        entry = _entry(future, job, lost)
        if entry is not None:
            return entry
        pool.renew()
    return lost(job, f"the process that graded it was lost {TRIES} times; grade it by hand")
