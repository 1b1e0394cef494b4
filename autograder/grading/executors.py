"""Where submissions are graded: on this machine's cores, or on a Dask cluster. Both are executors."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import signal
import threading
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import connection, forkserver
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Protocol

from autograder import quick_start  # first, as it says
from autograder.errors import AutograderError, ToolError
from autograder.grading.handover import Entry, Setup, Submission
from autograder.sandbox.isolation import Isolation, best
from autograder.version import __version__

Grade = Callable[[Setup, Submission], Entry]
# How often new processes are started before it is said that they cannot be.
_STARTS = 3
# What a pool raises that is broken, or that cannot start a worker: its forkserver is gone, or just about to be.
_NO_PROCESS = (BrokenExecutor, OSError, EOFError)
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
        """The submission's entry, some time. `is_lost` tells whether the future failed because its worker is gone."""

    def renew(self) -> None:
        """Go on with new workers after some are gone. Raises ToolError if they cannot be had."""

    def stop(self) -> None:
        """Let the workers end. Nothing is under way."""

    def abandon(self) -> None:
        """End the workers now, whatever they are at."""


class LocalWorkers:
    """Processes on this machine. They end with this one, however it ends."""

    def __init__(self, setup: Setup, jobs: int, work: Grade | None = None) -> None:
        """`work`: what they do with a submission, a function of a module; default: grade it."""
        self.ahead = 2 * jobs
        self._setup = setup
        self._jobs = jobs
        self._work = work
        self._others = frozenset(multiprocessing.active_children())
        self._executor: Executor = self._fresh()

    def _fresh(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._jobs, mp_context=begin_early(), initializer=_begin)

    def submit(self, submission: Submission) -> Future[Entry]:
        try:
            return self._executor.submit(_entry, self._work, self._setup, submission)
        except _NO_PROCESS as error:
            return _failed(BrokenExecutor(str(error)))

    def renew(self) -> None:
        complaint: BaseException | None = None
        for _ in range(_STARTS):
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor = self._fresh()
            try:
                self._executor.submit(_ready).result()
            except _NO_PROCESS as error:
                complaint = error
            else:
                return
        raise ToolError(
            "the worker processes end as soon as they start",
            next_step="What is graded stays graded. See `autograder doctor`, and whether memory is short.",
        ) from complaint

    def stop(self) -> None:
        self._executor.shutdown(wait=True, cancel_futures=True)

    def abandon(self) -> None:
        for process in set(multiprocessing.active_children()) - self._others:
            process.kill()
        self.stop()


def begin_early() -> ForkServerContext:
    """Start the process from which local workers are forked, if it has not started: it imports torch meanwhile.

    No threads are in it, and nothing of this process. Raises ToolError where it cannot be started.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([quick_start.__name__, "autograder.grading.work"])
    try:
        with _beginning():
            forkserver.ensure_running()
    except OSError as error:  # such as a folder for temporary files whose name is too long for a socket in it
        raise ToolError(
            f"no worker process can be started: {error}", next_step="Set TMPDIR to another folder, with a short name."
        ) from error
    return context


class DaskWorkers:
    """The workers of a Dask cluster. Each unpacks what it needs of the course, and has a sandbox of its own."""

    def __init__(self, setup: Setup, address: str, work: Grade | None = None) -> None:
        """`work`: as for LocalWorkers. Raises ToolError if there is no such cluster, or it cannot do this work."""
        self._work = work
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
        try:
            self.ahead = 2 * self._examined(address, setup.isolation)
            self._setup = self._client.scatter(packed(setup), broadcast=True)
        except BaseException:
            self._client.close()
            raise
        self._address = address
        self._executor = self._client.get_executor(retries=3, pure=False)

    def _examined(self, address: str, isolation: str) -> int:
        """How many threads its workers have. Raises ToolError if they cannot do this work."""
        threads = self._client.nthreads()
        if not threads:
            raise ToolError(
                "the Dask scheduler has no workers", where=address, next_step=f"Start one: `dask worker {address}`."
            )
        try:
            versions = set(self._client.run(_examine, isolation).values())
        except Exception as error:  # from another machine: whatever fails there
            raise ToolError(
                f"its workers cannot grade: {error if isinstance(error, AutograderError) else _in_words(error)}",
                where=address,
                next_step=f"Install autograder {__version__} where they run.",
            ) from error
        if versions != {__version__}:
            raise ToolError(
                f"its workers have autograder {', '.join(sorted(versions - {__version__}))}, this is {__version__}",
                where=address,
                next_step="Install the same everywhere.",
            )
        return sum(threads.values())

    def submit(self, submission: Submission) -> Future[Entry]:
        if self._client.status != "running":
            return _failed(BrokenExecutor("the scheduler is gone"))
        future: Future[Entry] = self._executor.submit(_entry, self._work, self._setup, submission)
        return future

    def renew(self) -> None:
        """Dask renews its workers by itself, but not its scheduler."""
        if self._client.status != "running":
            raise ToolError(
                "the Dask scheduler is gone",
                where=self._address,
                next_step="What is graded stays graded; start it again, and the next run goes on.",
            )

    def stop(self) -> None:
        self._client.close()

    def abandon(self) -> None:
        """What its workers are at is theirs to end; nobody waits for it."""
        self._executor.shutdown(wait=False)
        self._client.close()


@contextlib.contextmanager
def workers(setup: Setup, jobs: int, scheduler: str | None) -> Iterator[Workers]:
    """Raises ToolError if there is no such cluster."""
    made = DaskWorkers(setup, scheduler) if scheduler else LocalWorkers(setup, jobs)
    try:
        yield made
    except BaseException:
        made.abandon()
        raise
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


@contextlib.contextmanager
def _beginning() -> Iterator[None]:
    """Where the process is started that workers are forked from. They inherit that Ctrl-C is not for them, until they
    say so themselves, and that no module is looked for in the working folder: a course has one called autograder.
    """
    former = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if former is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = former


def _begin() -> None:
    """A worker ends with the run, however that ends; Ctrl-C is for the run, which then ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_the_run, daemon=True).start()


def _end_with_the_run() -> None:
    """The kernel's own signal would come when the parent ends: that is the process it was forked from, which lives as
    long as any worker does.
    """
    run = multiprocessing.parent_process()
    if run is not None:
        connection.wait([run.sentinel])
    os.kill(os.getpid(), signal.SIGKILL)


def _ready() -> bool:
    return True


def _examine(isolation: str) -> str:
    """On a cluster's worker: the version there. Raises CourseError if it cannot wall in as this machine does."""
    best(Isolation(isolation))
    return __version__


def _entry(work: Grade | None, setup: Setup, submission: Submission) -> Entry:
    """In the worker; only there is torch imported. An exception of unknown kind comes back in words, since not every
    one can be sent.
    """
    if work is None:
        from autograder.grading.work import grade

        work = grade
    try:
        return work(setup, submission)
    except AutograderError:
        raise
    except Exception as error:
        raise RuntimeError(_in_words(error)) from None


def _in_words(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def _failed(error: BaseException) -> Future[Entry]:
    future: Future[Entry] = Future()
    future.set_exception(error)
    return future


def failure(future: Future[Entry]) -> BaseException | None:
    """Why a future that is done has no entry; None if it has one."""
    return CancelledError() if future.cancelled() else future.exception()


def is_lost(error: BaseException) -> bool:
    """Whether it says that a worker is gone, and not that the work failed."""
    gone = isinstance(error, BrokenExecutor | CancelledError)
    return gone or any(cls.__name__ == "KilledWorker" for cls in type(error).__mro__)
