"""On a real cluster: a scheduler and two workers, which are not in the course's folder."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import errands
import psutil
import pytest
from helpers import PROGRAMS, ROOT, save, scores, solved

from autograder.course import Course
from autograder.errors import AuthoringError, ToolError
from autograder.grading.executors import DaskWorkers
from autograder.grading.grade import Grading
from autograder.grading.gradebook import Marks
from autograder.grading.mapping import mapped
from autograder.sandbox.isolation import best
from autograder.verdict import Report

pytestmark = pytest.mark.slow

WELL = {f"s{number:02}": f"answer {number}" for number in range(12)}


class Cluster:
    """A scheduler, and workers with one thread each, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--scheduler-file", str(folder / "scheduler.json"))
        self.address = ""

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(Path(__file__).parent)])}
        common = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        if words[0] == "worker":
            common = ["--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard"]
        with (self.folder / "log").open("ab") as log:
            started = subprocess.Popen(
                [str(PROGRAMS / "dask"), *words, *common], cwd=self.folder, env=env, stdout=log, stderr=log
            )
        self.processes.append(started)
        return started

    def answer(self) -> str:
        """Wait until the scheduler has written its address."""
        until = time.monotonic() + 120
        while not self.address:
            with contextlib.suppress(OSError, ValueError, KeyError):
                self.address = json.loads((self.folder / "scheduler.json").read_text(encoding="utf-8"))["address"]
            assert self.scheduler.poll() is None, (self.folder / "log").read_text(encoding="utf-8")
            assert time.monotonic() < until
        return self.address

    def add(self, number: int) -> list[subprocess.Popen[bytes]]:
        """Start this many workers, and wait for them."""
        from distributed import Client

        words = ("worker", self.answer(), "--local-directory", str(self.folder))
        # The first is one process, which can be killed; the others are watched by a process of Dask's, as is usual.
        fresh = [self._start(*words, "--nanny" if position else "--no-nanny") for position in range(number)]
        with Client(self.answer(), timeout=60, set_as_default=False) as client:
            client.wait_for_workers(number, timeout=120)
        return fresh

    def stop(self) -> None:
        below = [one for process in self.processes if process.poll() is None for one in descendants(process.pid)]
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        for one in below:
            with contextlib.suppress(psutil.NoSuchProcess):
                one.kill()


def descendants(pid: int) -> list[psutil.Process]:
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).children(recursive=True)
    return []


@contextlib.contextmanager
def starting(folder: Path) -> Iterator[Cluster]:
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with starting(tmp_path_factory.mktemp("elsewhere")) as made:
        yield made


def a_class(course: Course) -> None:
    answers: dict[str, dict[str, str]] = {
        "ada": {},
        "blaise": {"double": "def double(x):\n    return x + 2\n"},
        "carl": {"quiz": 'quiz_sign = "a"\nquiz_zero = "a"\n'},
        "dorothy": {"quadruple": "import os\nos._exit(3)\n"},
    }
    for student, wrong in answers.items():
        save(solved(course, **wrong), course.root / "submitted" / student / "double" / "double.ipynb")
    (course.root / "submitted" / "emmy" / "double").mkdir(parents=True)


def graded(course: Course, gradebook: Path, scheduler: str | None) -> tuple[dict[str, Report], dict[str, Marks]]:
    """What a run on an empty gradebook says, but for how long each took, and what it leaves in the gradebook."""
    shutil.copy(gradebook, course.root / "gradebook.db")
    grading = Grading(course, "double", best())
    summary = grading.run(grading.students(), jobs=1, scheduler=scheduler, force=True)
    with grading._book() as book:
        return {one.student: replace(one.report, seconds=0.0) for one in summary.changes}, book.marks()


def test_a_cluster_gives_what_this_machine_gives(built: Course, cluster: Cluster, sqlite_gradebook: Path) -> None:
    """Then one of its workers is killed while it works, and then the scheduler."""
    address = cluster.answer()
    with pytest.raises(ToolError) as caught:
        DaskWorkers(errands.setup(built.root), address)
    assert str(caught.value) == f"{address}: the Dask scheduler has no workers. Start one: `dask worker {address}`."

    workers = cluster.add(2)
    a_class(built)
    reports, marks = graded(built, sqlite_gradebook, address)
    assert (reports, marks) == graded(built, sqlite_gradebook, None)
    assert {student: report.score for student, report in reports.items()} == {
        "ada": 4.0,
        "blaise": 2.0,
        "carl": 3.5,
        "dorothy": marks["dorothy"].score,
        "emmy": 0.0,
    }
    assert scores(reports["blaise"].to_dict()) == {"double": 0.0, "quadruple": 1.0, "quiz": 1.0}

    pool = DaskWorkers(errands.setup(built.root), address, errands.run)
    came = []
    for result in mapped(pool, iter(errands.jobs(WELL)), errands.lost):
        came.append(result)
        if len(came) == 3:
            workers[0].send_signal(signal.SIGKILL)
    assert {entry.student: " ".join(entry.report.attention) for _, entry in came} == WELL
    assert len(came) == len(WELL)
    assert max(Counter(errands.begun(cluster.folder)).values()) <= 2

    words = "the grader itself failed on it (StudentEnded: this exception cannot be unpickled)"
    [(_, entry)] = mapped(pool, iter(errands.jobs({"blaise": "fail oddly"})), errands.lost)
    assert entry.report.attention == (f"{words}; this is not the student's fault",)
    with pytest.raises(AuthoringError, match=r"^checks/hw: two checks have one name\. Rename one\.$"):
        list(mapped(pool, iter(errands.jobs({"carl": "author"})), errands.lost))

    results = mapped(pool, iter(errands.jobs({"ada": "well", "blaise": "hang"})), errands.lost)
    next(results)
    cluster.scheduler.kill()
    with pytest.raises(ToolError) as caught:
        next(results)
    assert str(caught.value) == (
        f"{address}: the Dask scheduler is gone. What is graded stays graded; start it again, and the next run goes on."
    )
    pool.abandon()


def test_no_scheduler_answers(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ToolError) as caught:
        DaskWorkers(errands.setup(tmp_path), "tcp://127.0.0.1:1")
    assert str(caught.value).startswith("tcp://127.0.0.1:1: no Dask scheduler answers: ")
    assert str(caught.value).endswith("Start one (`dask scheduler`), and name its address: tcp://host:8786.")
    assert capfd.readouterr().err == ""


def test_an_address_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="nonsense://x: no Dask scheduler answers: "):
        DaskWorkers(errands.setup(tmp_path), "nonsense://x")
