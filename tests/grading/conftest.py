"""What tests of `autograder grade` share: the command, and what it leaves."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from nbgrader.api import Gradebook

from autograder.cli import main
from autograder.course import Course


class Ended(NamedTuple):
    """How the program ended."""

    code: object
    out: str
    err: str


@pytest.fixture
def grade(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Iterator[Callable[..., Ended]]:
    """`grade(course, *words, slug="double")` runs `autograder grade` in this process, with one worker."""
    monkeypatch.setenv("COLUMNS", "120")
    pipe = signal.getsignal(signal.SIGPIPE)

    def call(course: Course, *words: str, slug: str = "double") -> Ended:
        capfd.readouterr()
        jobs = () if "--jobs" in words else ("--jobs", "1")
        with pytest.raises(SystemExit) as ended:
            main(["--course", str(course.root), "grade", slug, *words, *jobs])
        return Ended(ended.value.code, *capfd.readouterr())

    yield call
    signal.signal(signal.SIGPIPE, pipe)


@pytest.fixture
def listing() -> Callable[[Path], dict[str, tuple[int, int]]]:
    """`listing(folder)`: every path in it, with size and time of change. Compiled files of checks count, too."""

    def look(folder: Path) -> dict[str, tuple[int, int]]:
        found = {str(path.relative_to(folder)): path.lstat() for path in folder.rglob("*")}
        return {name: (stat.st_size, stat.st_mtime_ns) for name, stat in found.items()}

    return look


@pytest.fixture(scope="session")
def in_gradebook() -> Callable[..., dict[str, Any]]:
    """`in_gradebook(course, what)`: for each student, an attribute of each grade that has points, by grade id."""

    def look(course: Course, what: str = "auto_score", slug: str = "double") -> dict[str, Any]:
        with Gradebook(f"sqlite:///{course.root}/gradebook.db", "") as gradebook:
            return {
                one.student.id: {g.name: getattr(g, what) for n in one.notebooks for g in n.grades if g.max_score}
                for one in gradebook.assignment_submissions(slug)
            }

    return look


@pytest.fixture(scope="session")
def report_of() -> Callable[..., Any]:
    """`report_of(course, student)`: the report that lies in reports/."""

    def read(course: Course, student: str, slug: str = "double") -> Any:
        return json.loads((course.root / "reports" / slug / f"{student}.json").read_text(encoding="utf-8"))

    return read
