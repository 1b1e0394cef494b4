"""Where submissions are graded: on this machine's cores, or on a Dask cluster. Both are executors."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import signal
import zipfile
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Protocol

from autograder.errors import ToolError
from autograder.grading.handover import Entry, Setup, Submission

# What a worker that does not see the course's folder needs of it.
_CONTENT = (
    "assignments/{}/*.py",
    "solutions/{}/reference.py",
    "autograder/checks/{}/*.py",
    "autograder/specimens/{}/*/*.py",
    "nbgrader_config.py",
)


class Workers(Protocol):
    """Takes submissions. `ahead`: how many it should have at a time, so that none of its workers waits."""

    ahead: int

    def submit(self, submission: Submission) -> Future[Entry]:
        """The submission's entry, some time. The future raises BrokenExecutor if the worker that had it is gone."""

    def renew(self) -> None:
        """Go on with new workers after some are gone. Raises ToolError if they cannot be had."""


class LocalWorkers:
    """Processes on this machine."""

    def __init__(self, setup: Setup, jobs: int) -> None:
        self.ahead = 2 * jobs
        self._setup = setup
        self._jobs = jobs
        self._executor: Executor = self._fresh()

    def _fresh(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._jobs, mp_context=begin_early(), initializer=_begin)

    def submit(self, submission: Submission) -> Future[Entry]:
        try:
            return self._executor.submit(_grade, self._setup, submission)
        except BrokenExecutor as error:
            future: Future[Entry] = Future()
            future.set_exception(error)
            return future

    def renew(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._fresh()
        try:
            self._executor.submit(_ready).result()
        except BrokenExecutor as error:
            raise ToolError(
                "the worker processes end as soon as they start", next_step="See `autograder doctor`."
            ) from error

    def stop(self) -> None:
        """Let the workers end; what they have not begun is dropped."""
        self._executor.shutdown(wait=True, cancel_futures=True)


def begin_early() -> ForkServerContext:
    """Start the process from which local workers are forked, if it has not started: it imports torch meanwhile.

    No threads are in it, and nothing of this process. It must not look for modules in the working folder: a course has
    one there that is called autograder.
    """
    os.environ["PYTHONSAFEPATH"] = "1"
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["autograder.grading.work"])
    forkserver.ensure_running()
    return context


class DaskWorkers:
    """The workers of a Dask cluster. Each unpacks what it needs of the course, and has a sandbox of its own."""

    def __init__(self, setup: Setup, address: str) -> None:
        try:
            from distributed import Client
        except ImportError as error:
            raise ToolError("Dask is not installed", next_step="Run `pip install 'distributed'`.") from error
        try:
            self._client = Client(address, timeout=10)
        except (OSError, ValueError, TimeoutError) as error:
            raise ToolError(
                f"no Dask scheduler answers: {error or type(error).__name__}",
                where=address,
                next_step="Start one (`dask scheduler`), and name its address: tcp://host:8786.",
            ) from error
        threads = self._client.nthreads()
        if not threads:
            self._client.close()
            raise ToolError(
                "the Dask scheduler has no workers", where=address, next_step=f"Start one: `dask worker {address}`."
            )
        self.ahead = 2 * len(threads)
        self._setup = self._client.scatter(packed(setup), broadcast=True)
        self._executor = self._client.get_executor(retries=3, pure=False)

    def submit(self, submission: Submission) -> Future[Entry]:
        future: Future[Entry] = self._executor.submit(_grade, self._setup, submission)
        return future

    def renew(self) -> None:
        """Dask renews its workers by itself."""

    def stop(self) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()


@contextlib.contextmanager
def workers(setup: Setup, jobs: int, scheduler: str | None) -> Iterator[Workers]:
    """Raises ToolError if there is no such cluster."""
    made = DaskWorkers(setup, scheduler) if scheduler else LocalWorkers(setup, jobs)
    try:
        yield made
    finally:
        made.stop()


def packed(setup: Setup) -> Setup:
    """The setup with what a worker needs of the course in it."""
    root = Path(setup.root)
    with io.BytesIO() as buffer:
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for pattern in _CONTENT:
                for path in sorted(root.glob(pattern.format(setup.slug))):
                    archive.write(path, path.relative_to(root).as_posix())
        return replace(setup, root="", content=buffer.getvalue())


def _begin() -> None:
    """A worker ends with the run, however that ends; Ctrl-C is for the run, which then lets its workers end."""
    from autograder.sandbox.inside.walls import die_with_parent

    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _ready() -> bool:
    return True


def _grade(setup: Setup, submission: Submission) -> Entry:
    """In the worker; only there is torch imported."""
    from autograder.grading.work import grade

    return grade(setup, submission)


def is_lost(error: BaseException) -> bool:
    """Whether it says that a worker is gone, and not that the work failed."""
    return isinstance(error, BrokenExecutor) or any(cls.__name__ == "KilledWorker" for cls in type(error).__mro__)
