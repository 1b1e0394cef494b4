"""A course that takes downloads."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from nbgrader.api import Gradebook

from autograder.cli import main
from autograder.course import Course


class Ended(NamedTuple):
    """How the program ended."""

    code: object
    out: str
    err: str


Collect = Callable[..., Ended]


@pytest.fixture(scope="session")
def built_course(tmp_path_factory: pytest.TempPathFactory, make_course: Callable[[Path], Course]) -> Course:
    course = make_course(tmp_path_factory.mktemp("course") / "mini")
    Gradebook(f"sqlite:///{course.root}/gradebook.db", "mini").close()  # nbgrader takes seconds to make one
    return course


@pytest.fixture
def course(built_course: Course, tmp_path: Path) -> Course:
    """The miniature course with an empty gradebook; nobody has handed in."""
    shutil.copytree(built_course.root, tmp_path / "mini")
    return Course(tmp_path / "mini")


@pytest.fixture
def collect(course: Course, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Iterator[Collect]:
    """`collect(download, *words)` runs `autograder collect` in this process."""
    monkeypatch.setenv("COLUMNS", "120")
    pipe = signal.getsignal(signal.SIGPIPE)

    def call(download: Path, *words: object) -> Ended:
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(["--course", str(course.root), "collect", "double", str(download), *map(str, words)])
        return Ended(ended.value.code, *capfd.readouterr())

    yield call
    signal.signal(signal.SIGPIPE, pipe)


@pytest.fixture
def roster(tmp_path: Path) -> Callable[[str], Path]:
    """`roster(text)` writes a roster."""

    def write(text: str) -> Path:
        path = tmp_path / "roster.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write
