from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import errands
import pytest

from autograder.errors import AuthoringError
from autograder.grading.executors import LocalWorkers
from autograder.grading.handover import Entry, Job
from autograder.grading.mapping import TRIES, mapped

WELL = {f"s{number:02}": f"answer {number}" for number in range(20)}


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[LocalWorkers]:
    pool = LocalWorkers(errands.setup(tmp_path), 2, errands.run)
    yield pool
    pool.abandon()


def words(entries: list[tuple[Job, Entry]]) -> dict[str, str]:
    """What came, by student, each once."""
    assert max(Counter(job.submission.student for job, _ in entries).values()) == 1
    assert all(job.submission.student == entry.student for job, entry in entries)
    return {entry.student: " ".join(entry.report.attention) for _, entry in entries}


@pytest.mark.parametrize("number", [1, 2])
def test_every_submission_comes_back_once(tmp_path: Path, number: int) -> None:
    pool = LocalWorkers(errands.setup(tmp_path), number, errands.run)
    assert words(list(mapped(pool, iter(errands.jobs(WELL)), errands.lost))) == WELL
    pool.stop()
    assert sorted(errands.begun(tmp_path)) == sorted(WELL)


def test_few_are_under_way_at_a_time(workers: LocalWorkers) -> None:
    taken: list[Job] = []

    def jobs() -> Iterator[Job]:
        for job in errands.jobs(WELL):
            taken.append(job)
            yield job

    for done, _ in enumerate(mapped(workers, jobs(), errands.lost)):
        assert len(taken) <= done + workers.ahead
    assert len(taken) == len(WELL)


def test_a_worker_that_dies_once_costs_nothing(workers: LocalWorkers) -> None:
    tasks = {**WELL, "s07": "die once", "s13": "die once"}
    assert words(list(mapped(workers, iter(errands.jobs(tasks)), errands.lost))) == tasks


def test_the_one_that_ends_its_workers_is_found_and_costs_no_other_anything(
    workers: LocalWorkers, tmp_path: Path
) -> None:
    tasks = {**WELL, "s03": "die", "s04": "die", "s17": "die"}
    why = "the process that graded it was lost 3 times; grade it by hand"
    expected = {**WELL, "s03": why, "s04": why, "s17": why}
    assert words(list(mapped(workers, iter(errands.jobs(tasks)), errands.lost))) == expected
    times = Counter(errands.begun(tmp_path))
    # One that the pool had not begun when its neighbour took the pool down has its first try alone.
    assert all(TRIES - 1 <= times[guilty] <= TRIES for guilty in ("s03", "s04", "s17"))
    assert max(times.values()) <= TRIES


def test_workers_killed_from_outside(workers: LocalWorkers) -> None:
    results = []
    for result in mapped(workers, iter(errands.jobs(WELL)), errands.lost):
        results.append(result)
        if len(results) in (1, 6, 12):
            for process in multiprocessing.active_children()[: 1 + len(results) % 2]:
                process.kill()
    assert words(results) == WELL


def test_an_unexpected_exception_is_one_submission_s_only(workers: LocalWorkers) -> None:
    tasks = {**WELL, "s03": "fail", "s04": "fail oddly", "s05": "exit"}
    found = words(list(mapped(workers, iter(errands.jobs(tasks)), errands.lost)))
    form = "the grader itself failed on it ({}); this is not the student's fault"
    assert found == {
        **WELL,
        "s03": form.format("ZeroDivisionError: one by nothing"),
        "s04": form.format("StudentEnded: this exception cannot be unpickled"),
        "s05": form.format("3"),
    }


def test_an_error_of_the_course_stops_the_run_with_its_line(workers: LocalWorkers) -> None:
    with pytest.raises(AuthoringError) as caught:
        list(mapped(workers, iter(errands.jobs({**WELL, "s03": "author"})), errands.lost))
    assert str(caught.value) == "checks/hw: two checks have one name. Rename one."


def test_nothing_to_do(workers: LocalWorkers) -> None:
    assert list(mapped(workers, iter([]), errands.lost)) == []
