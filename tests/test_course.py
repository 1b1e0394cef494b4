from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.course import COURSE_VARIABLE, Course, Settings
from autograder.errors import CourseError

CONFIG = "nbgrader_config.py"
SECRET = 'c.Autograder.secret = "mini"'


def complaint(call: Callable[[], object]) -> str:
    with pytest.raises(CourseError) as caught:
        call()
    return str(caught.value)


@pytest.mark.parametrize("inside", [".", "assignments", "assignments/double", "autograder/specimens/double/quiz"])
def test_a_course_is_found_from_any_folder_in_it(mini: Course, inside: str) -> None:
    assert Course.find(mini.root / inside) == mini


def test_a_course_is_found_from_the_working_folder(mini: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(mini.root / "solutions")
    assert Course.find() == mini


def test_the_course_that_the_configuration_named_comes_first(
    mini: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(COURSE_VARIABLE, str(mini.root))
    assert Course.find() == mini
    monkeypatch.setenv(COURSE_VARIABLE, str(tmp_path))
    complaint(Course.find)


def test_a_folder_asked_for_is_not_overruled(mini: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(COURSE_VARIABLE, str(mini.root))
    assert complaint(lambda: Course.find(tmp_path)).startswith(f"{tmp_path}: this is not a course")


@pytest.mark.parametrize("half", ["configuration", "assignments"])
def test_half_a_course_is_none(tmp_path: Path, half: str) -> None:
    if half == "configuration":
        (tmp_path / CONFIG).touch()
    else:
        (tmp_path / "assignments").mkdir()
    assert complaint(lambda: Course.find(tmp_path)) == (
        f"{tmp_path}: this is not a course: no nbgrader_config.py beside a folder assignments/, here or above. "
        "Go to the course's folder, or name it with --course."
    )


def test_its_assignments_are_the_folders_with_a_text(mini: Course) -> None:
    (mini.root / "assignments" / "empty").mkdir()
    more = mini.assignment_text("another")
    more.parent.mkdir()
    more.touch()
    assert mini.assignments == ("another", "double")
    assert mini.require("double") == "double"
    assert complaint(lambda: mini.require("empty")) == (
        f"{mini.root}: no assignment is called 'empty'. There are: another, double."
    )


def test_a_course_without_assignments_says_so(tmp_path: Path) -> None:
    assert complaint(lambda: Course(tmp_path).require("double")) == (
        f"{tmp_path}: no assignment is called 'double'. There are: none."
    )


def test_its_folders(mini: Course) -> None:
    paths = [
        mini.assignment_text("double"),
        mini.reference_text("double"),
        *mini.alternatives("double"),
        mini.checks("double"),
        mini.specimens("double"),
        mini.notebook("source", "double"),
        mini.notebook("release", "double"),
    ]
    assert [mini.where(path) for path in paths] == [
        "assignments/double/assignment.py",
        "solutions/double/reference.py",
        "solutions/double/alternatives/adds_itself.py",
        "autograder/checks/double",
        "autograder/specimens/double",
        "source/double/double.ipynb",
        "release/double/double.ipynb",
    ]


def test_a_path_outside_is_shown_whole(mini: Course, tmp_path: Path) -> None:
    assert mini.where(tmp_path / "elsewhere.py") == str(tmp_path / "elsewhere.py")


def test_settings_are_what_the_configuration_says(mini: Course) -> None:
    assert mini.settings() == Settings(secret="mini", hints="counterexample", seconds=60.0)


def test_settings_need_not_be_there(mini: Course, edit: Callable[[str, str, str], None]) -> None:
    edit(CONFIG, SECRET, "")
    assert mini.settings() == Settings()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "c.Autograder.colour = 1",
            "c.Autograder has no setting 'colour'. There are: "
            "secret, hints, seconds, check_seconds, memory_mb, home_mb, output_chars, processes.",
        ),
        ('c.Autograder.hints = "all"', "c.Autograder.hints is 'all'. Set 'hint' or 'counterexample'."),
        ("c.Autograder.seconds = 0", "c.Autograder.seconds is 0. Set a positive number."),
        ('c.Autograder.seconds = "60"', "c.Autograder.seconds is '60'. Set a positive number."),
        ("1 / 0", "it cannot be run: division by zero"),
    ],
)
def test_settings_that_are_not_allowed_are_named(
    mini: Course, edit: Callable[[str, str, str], None], line: str, message: str
) -> None:
    edit(CONFIG, SECRET, line)
    assert complaint(mini.settings) == f"{mini.root / CONFIG}: {message}"


def test_a_missing_configuration_is_named(mini: Course) -> None:
    (mini.root / CONFIG).unlink()
    assert complaint(mini.settings).startswith(f"{mini.root / CONFIG}: it cannot be run: ")


def test_the_engine_names_no_assignment() -> None:
    root = Path(__file__).resolve().parent.parent
    engine = [
        path
        for path in sorted((root / "autograder").rglob("*.py"))
        if path.relative_to(root).parts[1] not in {"checks", "specimens"}
    ]
    slugs = Course(root).assignments
    assert [(path.name, slug) for path in engine for slug in slugs if slug in path.read_text(encoding="utf-8")] == []
    assert (len(slugs) >= 2, len(engine) >= 20) == (True, True)
