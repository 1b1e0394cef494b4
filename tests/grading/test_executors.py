from __future__ import annotations

import dataclasses
import io
import multiprocessing
import os
import signal
import sys
import zipfile
from concurrent.futures import BrokenExecutor, CancelledError, ProcessPoolExecutor
from multiprocessing import forkserver
from pathlib import Path

import errands
import pytest
from helpers import Program, all_gone

from autograder.course import Course
from autograder.errors import ToolError
from autograder.grading import executors
from autograder.grading.executors import DaskWorkers, LocalWorkers, failure, is_lost, packed, workers
from autograder.grading.handover import Setup
from autograder.grading.mapping import mapped


class Dying(LocalWorkers):
    """Its workers end as soon as they start."""

    def _fresh(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._jobs, mp_context=executors.begin_early(), initializer=os._exit, initargs=(1,))


def test_workers_that_end_at_once_are_one_line(tmp_path: Path) -> None:
    pool = Dying(errands.setup(tmp_path), 2, errands.run)
    with pytest.raises(ToolError) as caught:
        list(mapped(pool, iter(errands.jobs({"ada": "well"})), errands.lost))
    pool.abandon()
    assert str(caught.value) == (
        "the worker processes end as soon as they start. "
        "What is graded stays graded. See `autograder doctor`, and whether memory is short."
    )


def test_a_worker_has_what_it_needs_and_no_grammar_of_addresses(tmp_path: Path) -> None:
    pool = LocalWorkers(errands.setup(tmp_path), 1, errands.run)
    entry = pool.submit(errands.jobs({"ada": "imported"})[0].submission).result()
    pool.stop()
    assert entry.report.attention == ("['torch', 'nbformat']",)


def test_a_pool_that_is_broken_says_so_in_the_future(tmp_path: Path) -> None:
    pool = LocalWorkers(errands.setup(tmp_path), 1, errands.run)
    first, second = [pool.submit(job.submission) for job in errands.jobs({"ada": "die", "blaise": "well"})]
    why = failure(first)
    assert isinstance(why, BrokenExecutor)
    assert is_lost(why)
    third = pool.submit(errands.jobs({"carl": "well"})[0].submission)
    assert isinstance(failure(third), BrokenExecutor)
    pool.renew()
    assert pool.submit(errands.jobs({"carl": "well"})[0].submission).result().student == "carl"
    assert second.done()
    pool.stop()


@pytest.mark.parametrize("error", [ConnectionRefusedError("nobody listens"), EOFError("unexpected EOF")])
def test_a_forkserver_that_dies_while_a_worker_is_asked_for_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """It is not yet known to be gone then: what is asked of it fails in Python's own words."""
    real, asked = forkserver.connect_to_new_process, []

    def connect(descriptors: object) -> object:
        asked.append(descriptors)
        if len(asked) in (1, 2):
            raise error
        return real(descriptors)

    monkeypatch.setattr(forkserver, "connect_to_new_process", connect)
    pool = LocalWorkers(errands.setup(tmp_path), 1, errands.run)
    done = [entry.student for _, entry in mapped(pool, iter(errands.jobs({"ada": "well"})), errands.lost)]
    pool.stop()
    assert (done, len(asked), errands.begun(tmp_path)) == (["ada"], 3, ["ada"])


def test_what_means_that_a_worker_is_gone() -> None:
    class KilledWorker(Exception):  # noqa: N818 - Dask's name
        pass

    assert [is_lost(error) for error in (CancelledError(), KilledWorker(), ToolError("no"), ValueError())] == [
        True,
        True,
        False,
        False,
    ]


def test_an_error_in_the_run_ends_workers_that_hang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "LocalWorkers", lambda setup, jobs: LocalWorkers(setup, jobs, errands.run))
    before = set(multiprocessing.active_children())
    tasks = errands.jobs({"ada": "well", "blaise": "hang", "carl": "hang", "dorothy": "hang"})

    def run() -> None:
        with workers(errands.setup(tmp_path), 2, None) as pool:
            for _ in mapped(pool, iter(tasks), errands.lost):
                raise ToolError("the disk is full")

    with pytest.raises(ToolError, match="the disk is full"):
        run()
    assert set(multiprocessing.active_children()) == before


RUN = """
import os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import errands
from autograder.grading.executors import LocalWorkers
from autograder.grading.mapping import mapped

if __name__ == "__main__":
    pool = LocalWorkers(errands.setup(Path(sys.argv[2])), 2, errands.run)
    tasks = errands.jobs({"ada": "well", "blaise": "hang", "carl": "hang"})
    results = mapped(pool, iter(tasks), errands.lost)
    next(results)
    try:
        print("under way", flush=True)
        next(results)
    except KeyboardInterrupt:
        pool.abandon()
        sys.exit(130)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_end_with_their_run_however_it_ends(tmp_path: Path, number: signal.Signals) -> None:
    # A course has a folder called autograder: it is not the package.
    (tmp_path / "autograder").mkdir()
    (tmp_path / "autograder" / "__init__.py").write_text("raise RuntimeError('this is not the package')\n")
    program = tmp_path / "run.py"
    program.write_text(RUN, encoding="utf-8")
    with Program([sys.executable, "-P", program, Path(__file__).parent, tmp_path], cwd=tmp_path) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert run.stdout.readline() == "under way\n", run.stderr.read()
        below = run.below()
        assert len(below) >= 4  # a forkserver, its tracker of resources, two workers
        os.killpg(run.pid, number) if number is signal.SIGINT else os.kill(run.pid, number)
        assert run.wait(60) == (130 if number is signal.SIGINT else -number)
        assert all_gone(below)
        assert "Traceback" not in run.stderr.read()


def test_what_a_worker_elsewhere_is_given(mini: Course) -> None:
    setup = dataclasses.replace(errands.setup(mini.root), slug="double")
    (mini.root / "submitted" / "ada").mkdir(parents=True)
    (mini.root / "gradebook.db").write_text("marks", encoding="utf-8")
    sent: Setup = packed(setup)
    assert sent.root == ""
    with zipfile.ZipFile(io.BytesIO(sent.content)) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names} == {
        "assignments",
        "autograder",
        "nbgrader_config.py",
        "solutions",
    }
    assert "autograder/checks/double/tensors.py" in names
    assert packed(setup) == sent


def test_dask_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ToolError, match=r"Dask is not installed\. Run `pip install 'distributed'`\."):
        DaskWorkers(errands.setup(tmp_path), "tcp://127.0.0.1:1")
