"""A course that takes downloads."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import Command
from nbgrader.api import Gradebook

from autograder.course import Course


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
def collect(course: Course, program: Command) -> Command:
    """`collect(download, *words)` runs `autograder collect` in this process."""
    return functools.partial(program, "--course", course.root, "collect", "double")


@pytest.fixture
def roster(tmp_path: Path) -> Callable[[str], Path]:
    """`roster(text)` writes a roster."""

    def write(text: str) -> Path:
        path = tmp_path / "roster.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write
