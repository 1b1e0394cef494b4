"""What a marking cell gets: a plain float always, and sentences."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from autograder import mark
from autograder.course import Course
from autograder.grading import mark as marking
from autograder.grading.mark import in_words
from autograder.student.local import module_namespace
from autograder.verdict import CheckVerdict, Outcome, TaskVerdict

RIGHT = """\
double: 2 of 2 points
  passed      1/1  Every value is doubled.
  passed      0.5/0.5  The argument keeps its values.
  passed      0.5/0.5  Integers stay integers.
"""


@pytest.fixture(autouse=True)
def here(mini: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(mini.root)


def names(code: str) -> dict[str, Any]:
    return module_namespace("import torch\n\nFACTOR = 2", code, "<answer>")


def marked(task: str, code: str) -> float:
    points = mark("double", task, names(code))
    assert type(points) is float
    return points


def test_a_right_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert marked("double", "def double(x):\n    return FACTOR * x") == 2.0
    assert capsys.readouterr() == (RIGHT, "")


def test_a_wrong_answer_is_told_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert marked("double", "def double(x):\n    return 2 * x.float()") == 1.5
    assert capsys.readouterr().out == (
        "double: 1.5 of 2 points\n"
        "  passed      1/1  Every value is doubled.\n"
        "  passed      0.5/0.5  The argument keeps its values.\n"
        "  FAILED      0/0.5  Integers stay integers.\n"
        "              The result's dtype is float32; expected was int64. What `.float()` does to integers."
        " [always float]\n"
    )


def test_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert marked("quadruple", "") == 0.0
    assert capsys.readouterr().out == (
        "quadruple: 0 of 1 points\n"
        "  not judged  0/0.75  Every value is four times what it was.\n"
        "              Not attempted: `quadruple` is not defined.\n"
        "  not judged  0/0.25  A tensor without axes works too.\n"
        "              Not attempted: `quadruple` is not defined.\n"
    )


def test_an_earlier_mistake_is_paid_for_once(capsys: pytest.CaptureFixture[str]) -> None:
    code = "def double(x):\n    return x + 2\n\ndef quadruple(x):\n    return double(double(x))"
    assert marked("quadruple", code) == 1.0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "quadruple: 1 of 1 points",
        "An earlier task is wrong; this one was judged with a right answer to it in its place.",
    ]


def test_a_name_that_is_missing_comes_from_the_reference() -> None:
    assert marked("quadruple", "def quadruple(x):\n    return double(double(x))") == 1.0


def test_an_unknown_task(capsys: pytest.CaptureFixture[str]) -> None:
    assert marked("treble", "") == 0.0
    assert capsys.readouterr().out == (
        "Not judged: AuthoringError: double: no task is called 'treble'. There are: double, quadruple, quiz. "
        "This is not your fault; your instructor has to look at it.\n"
    )


def test_an_unknown_assignment(mini: Course, capsys: pytest.CaptureFixture[str]) -> None:
    assert mark("treble", "double", {}) == 0.0
    assert capsys.readouterr().out == (
        f"Not judged: CourseError: {mini.root}: no assignment is called 'treble'. There are: double. "
        "This is not your fault; your instructor has to look at it.\n"
    )


def test_outside_a_course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert marked("double", "def double(x):\n    return 2 * x") == 0.0
    assert capsys.readouterr().out == (
        f"Not judged: CourseError: {tmp_path}: this is not a course: no nbgrader_config.py beside a folder "
        "assignments/, here or above. Go to the course's folder, or name it with --course. "
        "This is not your fault; your instructor has to look at it.\n"
    )


def test_in_a_folder_of_the_course(mini: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(mini.reference_text("double").parent)
    assert marked("double", "def double(x):\n    return 2 * x") == 2.0


def test_the_course_that_the_configuration_named(mini: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AUTOGRADER_COURSE", str(mini.root))
    assert marked("double", "def double(x):\n    return 2 * x") == 2.0


def test_broken_checks_earn_nothing(mini: Course, capsys: pytest.CaptureFixture[str]) -> None:
    (mini.checks("double") / "tensors.py").write_text("import nowhere_at_all\n")
    assert marked("double", "def double(x):\n    return 2 * x") == 0.0
    assert capsys.readouterr().out == (
        "Not judged: AuthoringError: autograder/checks/double/tensors.py: these checks cannot be loaded: "
        "ModuleNotFoundError: No module named 'nowhere_at_all' "
        "This is not your fault; your instructor has to look at it.\n"
    )


@pytest.mark.parametrize("namespace", [None, 5, "double", [], {}])
def test_a_namespace_that_is_none(namespace: Any) -> None:
    points = mark("double", "double", namespace)
    assert (type(points), points) == (float, 0.0)


@pytest.mark.parametrize(
    "code",
    [
        "double = 5",
        "double = None",
        "def double(x):\n    raise SystemExit(0)",
        "def double(x):\n    raise GeneratorExit",
        "def double(x):\n    return double(x)",
        "def double(x):\n    raise ValueError('half a character: \\ud800')",
        "class Mute(Exception):\n    def __str__(self):\n        raise RuntimeError\n\ndef double(x):\n    raise Mute",
        "def double(x):\n    return 'two'",
        "def double(x):\n    return '\\ud800'",
        "def double(x):\n    return torch.sparse_coo_tensor(size=(2, 3))",
        "def double(x):\n    return x.new_full((2, 3), float('nan'))",
        "def double():\n    return 2",
        "double = type('double', (), {'__call__': property(lambda self: 1 / 0)})()",
        "def double(x):\n    globals().clear()\n    return x",
    ],
)
def test_whatever_an_answer_does_it_is_marked_with_a_number(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert marked("double", code) == 0.0
    out, err = capsys.readouterr()
    assert (out.splitlines()[0], err) == ("double: 0 of 2 points", "")


@dataclass
class Fixed:
    """A judge that always gives the same."""

    verdict: TaskVerdict

    def task(self, *_: object, judged: object = None) -> TaskVerdict:
        return self.verdict


@pytest.mark.parametrize("points", [math.nan, math.inf, -math.inf, -0.5, 2.5, 1e9])
def test_points_that_cannot_be_are_none(points: float, monkeypatch: pytest.MonkeyPatch) -> None:
    check = CheckVerdict("doubles", "Every value is doubled.", Outcome.PASSED, points, 2.0)
    monkeypatch.setattr(marking, "judge_for", lambda root, slug: Fixed(TaskVerdict("double", (check,))))
    assert mark("double", "double", {}) == 0.0


@pytest.mark.parametrize("points", [0, 1, 2, 0.25])
def test_points_that_can_be_are_a_float(points: float, monkeypatch: pytest.MonkeyPatch) -> None:
    check = CheckVerdict("doubles", "Every value is doubled.", Outcome.PASSED, points, 2)
    monkeypatch.setattr(marking, "judge_for", lambda root, slug: Fixed(TaskVerdict("double", (check,))))
    given = mark("double", "double", {})
    assert (type(given), given) == (float, points)


def test_in_words() -> None:
    checks = (
        CheckVerdict("a", "One.", Outcome.PASSED, 1.0, 1.0),
        CheckVerdict("b", "Two.", Outcome.FAILED, 0.0, 0.5, "Look.", "adds_two"),
        CheckVerdict("c", "Three.", Outcome.NOT_JUDGED, 0.0, 0.25, "Not judged: it depends on “Two.”"),
    )
    assert in_words(TaskVerdict("double", checks, follow_through=True)) == (
        "double: 1 of 1.75 points\n"
        "An earlier task is wrong; this one was judged with a right answer to it in its place.\n"
        "  passed      1/1  One.\n"
        "  FAILED      0/0.5  Two.\n"
        "              Look. [adds two]\n"
        "  not judged  0/0.25  Three.\n"
        "              Not judged: it depends on “Two.”"
    )


def test_long_sentences_are_broken_where_nbgraders_pages_would_hide_their_ends() -> None:
    word = "x" * 130
    message = f"{'look ' * 30}end.\n{word}"
    check = CheckVerdict("a", "title " * 20 + "end", Outcome.FAILED, 0.0, 0.5, message, "adds_two")
    assert in_words(TaskVerdict("double", (check,))).splitlines() == [
        "double: 0 of 0.5 points",
        "  FAILED      0/0.5  " + " ".join(["title"] * 16),
        " " * 14 + " ".join(["title"] * 4 + ["end"]),
        " " * 14 + " ".join(["look"] * 21),
        " " * 14 + " ".join(["look"] * 9 + ["end."]),
        " " * 14 + word,
        " " * 14 + "[adds two]",
    ]
