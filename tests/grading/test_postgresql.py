"""Runs of `autograder grade` that end before they are done, and the next one."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from helpers import PROGRAMS, Program, run, save, solved

from autograder.course import Course
from autograder.grading.grade import Grading
from autograder.grading.gradebook import Book, Marks
from autograder.sandbox.isolation import best

STUDENTS = [f"s{number:02}" for number in range(12)]
HANGS = {"double": "while True:\n    pass\n"}


@pytest.fixture
def course(built: Course, sqlite_gradebook: Path) -> Course:
    """The miniature course with a class: every third answer is wrong."""
    shutil.copy(sqlite_gradebook, built.root)
    (built.root / "nbgrader_config.py").write_text(
        (built.root / "nbgrader_config.py").read_text(encoding="utf-8").replace('"mini"\nc.', '"course"\nc.', 1),
        encoding="utf-8",
    )
    right = solved(built)
    wrong = solved(built, double="def double(x):\n    return x + 2\n")
    for number, student in enumerate(STUDENTS):
        save(wrong if number % 3 == 0 else right, built.root / "submitted" / student / "double" / "double.ipynb")
    return built


EXPECTED = {student: 2.0 if number % 3 == 0 else 4.0 for number, student in enumerate(STUDENTS)}


def start(course: Course, *words: str) -> Program:
    """`autograder grade double`, under way."""
    return Program(
        [PROGRAMS / "autograder", "grade", "double", "--jobs", "2", *words],
        cwd=course.root,
        env=os.environ | {"COLUMNS": "120", "USER": "tester"},
    )


def until(holds: Callable[[], object], process: Program) -> None:
    """Wait for what the program does; fail if it ends without having done it."""
    limit = time.monotonic() + 240
    while not holds():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < limit
        time.sleep(0.002)


def reports(course: Course) -> list[Path]:
    return sorted((course.root / "reports" / "double").glob("[!.]*.json"))


def book(course: Course) -> dict[str, Marks]:
    with Book(f"sqlite:///{course.root}/gradebook.db", "course", "double") as opened:
        return opened.marks()


def kept(course: Course) -> dict[str, float]:
    """Each student's score: the gradebook's, the report's and the notebook's, which must be one."""
    found = {student: marks.score for student, marks in book(course).items()}
    for path in reports(course):
        assert json.loads(path.read_text(encoding="utf-8"))["score"] == found[path.stem]
    assert {path.stem for path in reports(course)} == set(found)
    assert {path.parts[-3] for path in course.root.glob("autograded/*/double/double.ipynb")} == set(found)
    return found


def nothing_left(below: list[psutil.Process]) -> bool:
    return psutil.wait_procs(below, timeout=60)[1] == []


@pytest.mark.slow
def test_a_run_that_is_killed_goes_on_where_it_stopped(course: Course) -> None:
    """Killed at its start, after some, and between two writes; then a worker is killed; the end is the same."""
    for wanted in (0, 2, 5):
        with start(course) as process:
            until(lambda wanted=wanted: len(reports(course)) >= wanted and (children(process) or wanted == 0), process)
            below = children(process)
            process.kill()
            assert process.wait(60) == -signal.SIGKILL
            assert nothing_left(below)
    done = {path.stem: path.stat().st_mtime_ns for path in reports(course)}
    assert len(done) >= 5
    with start(course) as process:
        until(lambda: len(reports(course)) > len(done), process)
        if below := [one for one in children(process) if "forkserver" in " ".join(cmdline(one))]:
            below[-1].kill()
        out, err = process.communicate(timeout=240)
        assert (process.returncode, err) == (0, ""), out
    assert kept(course) == EXPECTED
    after = {path.stem: path.stat().st_mtime_ns for path in reports(course)}
    assert {student: after[student] for student in done} == done
    assert not list(course.root.glob("autograded/*/.*"))
    assert not list(course.root.glob("reports/*/.*"))


def children(process: Program) -> list[psutil.Process]:
    with contextlib.suppress(psutil.Error):
        return psutil.Process(process.pid).children(recursive=True)
    return []


def cmdline(process: psutil.Process) -> list[str]:
    with contextlib.suppress(psutil.Error):
        return list(process.cmdline())
    return []


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_finished_and_a_second_run_waits_its_turn(course: Course) -> None:
    for student in ("t1", "t2"):
        save(solved(course, **HANGS), course.root / "submitted" / student / "double" / "double.ipynb")
    with start(course) as process:
        until(lambda: len(reports(course)) == len(STUDENTS), process)
        second = run("autograder", "grade", "double", "--student", "s00", cwd=course.root)
        assert second.returncode == 2
        assert second.stderr == (
            f"autograder: {course.root}: another `autograder grade` is at work. Wait for it to end.\n"
        )
        below = children(process)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (130, "")
        assert nothing_left(below)
    assert kept(course) == EXPECTED


@pytest.mark.slow
@pytest.mark.parametrize("full", ["autograded", "reports", "gradebook"])
def test_a_full_disk_is_one_line_and_the_next_run_goes_on(course: Course, full: str) -> None:
    place = course.root / full
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)], check=False, capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip(f"a small file system cannot be mounted here: {mounted.stderr.strip()}")
    try:
        config = course.root / "nbgrader_config.py"
        if full == "gradebook":
            shutil.move(course.root / "gradebook.db", place)
            with config.open("a", encoding="utf-8") as file:
                file.write(f'c.CourseDirectory.db_url = "sqlite:///{place}/gradebook.db"\n')
        with contextlib.suppress(OSError), (place / "ballast").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        with start(course) as process:
            _, err = process.communicate(timeout=240)
        assert process.returncode == 2
        assert err.count("\n") == 1
        assert err.startswith(f"autograder: sqlite:///{place}/" if full == "gradebook" else f"autograder: {place}/")
        assert "No space left on device" in err or "database or disk is full" in err or "disk I/O error" in err
        (place / "ballast").unlink()
        subprocess.run(["mount", "-o", "remount,size=64m", str(place)], check=True)
        with start(course) as process:
            out, err = process.communicate(timeout=240)
        assert (process.returncode, err) == (0, ""), out
        url = f"sqlite:///{place if full == 'gradebook' else course.root}/gradebook.db"
        with Book(url, "course", "double") as opened:
            assert {student: marks.score for student, marks in opened.marks().items()} == EXPECTED
        assert len(reports(course)) == len(STUDENTS)
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.slow
def test_postgresql_gets_what_sqlite_gets(course: Course, postgresql: str) -> None:
    grading = Grading(course, "double", best())
    grading.run(grading.students(), jobs=2)
    expected = book(course)
    assert {student: marks.score for student, marks in expected.items()} == EXPECTED
    for made in ("reports", "autograded"):
        shutil.rmtree(course.root / made)
    (course.root / "gradebook.db").unlink()
    with (course.root / "nbgrader_config.py").open("a", encoding="utf-8") as file:
        file.write(f'c.CourseDirectory.db_url = "{postgresql}"\n')
    done = run("autograder", "grade", "double", "--jobs", "2", cwd=course.root)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    with Book(postgresql, "course", "double") as opened:
        assert opened.marks() == expected
    assert not (course.root / "gradebook.db").exists()
    listed = run("nbgrader", "export", "--to", "marks.csv", cwd=course.root)
    assert listed.returncode == 0, listed.stderr
    rows = (course.root / "marks.csv").read_text(encoding="utf-8").splitlines()
    head = rows[0].split(",")
    found = {row.split(",")[head.index("student_id")]: float(row.split(",")[head.index("score")]) for row in rows[1:]}
    assert found == EXPECTED
