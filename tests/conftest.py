"""The miniature course of `mini.py`, in whatever state a test asks for."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import tally
from helpers import Command, Ended
from hypothesis import settings
from mini import SLUG, mini_files, specimen_text

from autograder.cli import main
from autograder.course import COURSE_VARIABLE, Course
from autograder.grading.engine import Engine
from autograder.judging.exam import Exam, load_exam
from autograder.judging.judge import Judge
from autograder.sandbox.isolation import best
from autograder.sandbox.limits import Limits
from autograder.student.local import LocalStudent, module_namespace

# What differs after a kill is all that there is to go by.
pytest.register_assert_rewrite("faults")

# The same examples in every run, and no time limit for one: a busy machine is no failure.
settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.register_profile(
    "fuzz", deadline=None, max_examples=int(os.environ.get("EXAMPLES", "2000")), database=None, print_blob=True
)
# Other examples in each run, and many more of them:
# `pytest --hypothesis-profile thorough --timeout 0 tests/content`.
settings.register_profile("thorough", settings.get_profile("suite"), derandomize=False, max_examples=3000)
settings.load_profile("suite")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run what takes minutes, too, as under CI")
    parser.addoption("--readme-images", action="store_true", help="take the README's pictures anew")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes minutes runs under CI, where it is never left out, or when it is asked for."""
    if not (config.getoption("--slow") or os.environ.get("CI")):
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="slow: runs under CI, or with --slow"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The last lines say what was tried against the grader, what it survived, and what was left out and why."""
    for line in tally.lines(terminalreporter.stats):
        terminalreporter.write_line(line)


def pytest_configure(config: pytest.Config) -> None:
    """nbgrader looks for `alembic` on PATH, where it is in a virtual environment that is activated."""
    config.addinivalue_line("markers", "slow: takes many seconds; runs under CI, or with --slow")
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    # A shell's background jobs, and all that they start, ignore Ctrl-C, which some tests press.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def environment() -> Iterator[None]:
    """A course's configuration sets environment variables: no test leaves them to the next."""
    with mock.patch.dict(os.environ):
        os.environ.pop(COURSE_VARIABLE, None)
        yield


@pytest.fixture
def mini(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    """The miniature course in a folder of its own; nothing is built yet."""
    # A check that a test rewrites within a second would be taken from the cache of compiled files.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return _written(tmp_path / "mini")


def _written(root: Path) -> Course:
    for name, text in mini_files().items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Course(root)


@pytest.fixture(scope="session")
def make_course() -> Callable[[Path], Course]:
    """`make_course(folder)` makes the miniature course there, with source/ and release/ built: for a class that many
    tests look at."""

    def make(root: Path) -> Course:
        from autograder.authoring import build as building

        course = _written(root)
        building.write(course, building.build(course, SLUG))
        return course

    return make


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    """`program(*words)` runs `autograder` in this process, with a terminal of 120 columns."""
    monkeypatch.setenv("COLUMNS", "120")

    def call(*words: object) -> Ended:
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        return Ended(ended.value.code, *capfd.readouterr())

    return call


@pytest.fixture
def edit(mini: Course) -> Callable[[str, str, str], None]:
    """`edit(path, old, new)` replaces the one place where `old` stands in a file of the miniature course."""

    def replace(name: str, old: str, new: str) -> None:
        path = mini.root / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    return replace


@pytest.fixture
def add_specimen(mini: Course) -> Callable[[str, str, str], None]:
    """`add_specimen(task, name, code, same_as)` writes one more known wrong answer."""

    def add(task: str, name: str, code: str, same_as: str = "") -> None:
        look = f"{name}.\n\nSame as: {same_as}" if same_as else f"{name}."
        path = mini.specimens(SLUG) / task / f"{name}.py"
        path.write_text(specimen_text(f"The idea of {name}.", look, code), encoding="utf-8")

    return add


@pytest.fixture
def built(mini: Course) -> Course:
    """The miniature course with source/ and release/ built."""
    from autograder.authoring import build as building  # nbgrader takes seconds to import: only for those who build

    building.write(mini, building.build(mini, SLUG))
    return mini


@pytest.fixture
def exam(mini: Course) -> Exam:
    return load_exam(mini, SLUG)


@pytest.fixture
def judge(exam: Exam) -> Judge:
    return Judge(exam)


@pytest.fixture
def student() -> Callable[[str], LocalStudent]:
    """`student(code)` runs a submission's code after the given cell."""

    def make(code: str) -> LocalStudent:
        return LocalStudent(module_namespace("import torch\n\nFACTOR = 2", code, "<submission>"))

    return make


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """One sandbox for all tests: each submission has a process of its own in it."""
    with Engine(best(), Limits()) as engine:
        yield engine
