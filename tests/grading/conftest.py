"""What tests of `autograder grade` share: the command, and what it leaves."""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from helpers import release, save, solved
from nbgrader.api import Gradebook
from three import CLASS, WRONG, Clerk, notebook_of, with_clerk

from autograder.cli import main
from autograder.course import Course
from autograder.grading import grade as grading
from autograder.sandbox.isolation import Isolation


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


@pytest.fixture(scope="session")
def three(tmp_path_factory: pytest.TempPathFactory, make_course: Callable[[Path], Course]) -> Course:
    """A class of three: a right answer, a wrong one, and none."""
    course = make_course(tmp_path_factory.mktemp("again") / "mini")
    save(solved(course), notebook_of(course, "ada"))
    save(solved(course, double=WRONG), notebook_of(course, "bob"))
    save(release(course), notebook_of(course, "cleo"))
    return course


@pytest.fixture
def course(three: Course, tmp_path: Path) -> Course:
    """The class, not graded."""
    shutil.copytree(three.root, tmp_path / "course")
    return Course(tmp_path / "course")


@pytest.fixture
def clerk(monkeypatch: pytest.MonkeyPatch) -> Clerk:
    return with_clerk(monkeypatch)


@pytest.fixture(scope="session")
def graded_three(three: Course, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The class, graded by a clerk."""
    made = Course(tmp_path_factory.mktemp("graded") / "mini")
    shutil.copytree(three.root, made.root)
    with pytest.MonkeyPatch.context() as patch:
        clerk = with_clerk(patch)
        run = grading.Grading(made, "double", Isolation.NONE)
        run.run(run.students(), jobs=1)
    assert clerk.got == [*CLASS]
    return made


@pytest.fixture
def graded(graded_three: Course, tmp_path: Path) -> Course:
    shutil.copytree(graded_three.root, tmp_path / "graded")
    return Course(tmp_path / "graded")
