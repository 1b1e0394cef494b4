"""A class that something befalls, and what becomes of it when nothing does."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from faults import STUDENTS, Scene, hand_in_all
from nbgrader.api import Gradebook

from autograder.course import Course


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A folder whose name is short: workers have sockets in there."""
    with tempfile.TemporaryDirectory(prefix="t", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def ungraded(tmp_path_factory: pytest.TempPathFactory, make_course: Callable[[Path], Course]) -> Course:
    course = make_course(tmp_path_factory.mktemp("faults") / "mini")
    hand_in_all(course)
    Gradebook(f"sqlite:///{course.root}/gradebook.db", "mini").close()
    return course


@pytest.fixture(scope="module")
def undisturbed(ungraded: Course, tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, float]:
    """What a run leaves that nothing befalls, and how many seconds its quickest submission took."""
    place = tmp_path_factory.mktemp("undisturbed")
    shutil.copytree(ungraded.root, place / "mini")
    with tempfile.TemporaryDirectory(prefix="t", dir="/tmp") as folder:
        scene = Scene(Course(place / "mini"), Path(folder), 0.0)
        ended = scene.grade()
        assert (ended.code, ended.err, scene.left()) == (0, "", [])
        seconds = min(json.loads(path.read_text(encoding="utf-8"))["seconds"] for path in scene.finished())
        kept = scene.kept()
    # What judging keeps for itself is the same for all: how long each run takes is another matter.
    shutil.copytree(scene.course.cache, ungraded.cache, dirs_exist_ok=True)
    scores = {student: report["score"] for student, report in kept["reports"].items()}
    assert scores == {student: 2.0 if number % 3 == 0 else 4.0 for number, student in enumerate(STUDENTS)}
    assert set(kept["gradebook"]["students"]) == set(STUDENTS)
    assert len(kept["autograded"]) == len(STUDENTS)
    return kept, seconds


@pytest.fixture
def scene(ungraded: Course, undisturbed: tuple[Any, float], tmp_path: Path, temporary: Path) -> Scene:
    shutil.copytree(ungraded.root, tmp_path / "mini")
    return Scene(Course(tmp_path / "mini"), temporary, undisturbed[1])
