"""Pictures of a wrong answer beside the right one."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable

import pytest
import torch
from mini import PICTURE

from autograder.course import Course, Settings
from autograder.errors import AuthoringError, StudentEnded
from autograder.grading.engine import Engine
from autograder.judging.exam import load_exam
from autograder.judging.judge import Judge
from autograder.judging.picture import LARGEST, Sketch, draw, picture
from autograder.student.local import LocalStudent
from autograder.verdict import Picture, Report

Make = Callable[[str], LocalStudent]


@pytest.fixture
def drawing(mini: Course) -> Judge:
    (mini.checks("double") / "pictures.py").write_text(PICTURE, encoding="utf-8")
    return Judge(load_exam(mini, "double"))


def test_a_wrong_answer_beside_the_right_one(drawing: Judge, student: Make, engine: Engine) -> None:
    code = "def double(x):\n    return x + 2\n"
    wanted = (Picture("Twice the numbers 0 to 3.", ((2.0, 3.0), (4.0, 5.0)), ((0.0, 2.0), (4.0, 6.0))),)
    verdict = drawing.task("double", student(code))
    assert verdict.pictures == wanted
    assert engine.grade_module(drawing, code).task("double").pictures == wanted


@pytest.mark.parametrize(
    "code",
    [
        "def double(x):\n    return 2 * x\n",
        "def double(x):\n    return x.mul_(2)\n",  # wrong, and the picture would show nothing
        "def double(x):\n    return (x + 2)[0]\n",
        "def double(x):\n    raise ValueError('no')\n",
        "def double(x):\n    return 'text'\n",
        "def double(x):\n    return x * 2j\n",
        "double = None\n",
    ],
)
def test_nothing_to_see(drawing: Judge, student: Make, code: str) -> None:
    assert drawing.task("double", student(code)).pictures == ()


def test_a_picture_for_which_there_is_no_process_costs_no_marks(student: Make) -> None:
    class Gone(LocalStudent):
        def fork(self) -> contextlib.AbstractContextManager[LocalStudent]:
            raise StudentEnded("timed-out", "It took longer than is allowed.")

    sketch = Sketch("late", "double", "Late.", lambda one: (one.call("double"), torch.zeros(1, 1)))
    assert draw(sketch, Gone({})) is None


def test_a_picture_that_stumbles_over_an_odd_answer_stops_nobody(student: Make) -> None:
    sketch = Sketch("odd", "double", "Odd.", lambda one: (one.call("double"), 2 * one.call("double").data))
    assert draw(sketch, student("def double():\n    return 'text'\n")) is None


def test_what_is_no_number_is_none(drawing: Judge, student: Make) -> None:
    (shown,) = drawing.task("double", student("def double(x):\n    return x / x * 1e30\n")).pictures
    assert shown.theirs == ((None, 1e6), (1e6, 1e6))


def test_where_hints_are_short_there_is_none(drawing: Judge, student: Make) -> None:
    judge = Judge(drawing.exam, Settings(hints="hint"))
    assert judge.task("double", student("def double(x):\n    return x + 2\n")).pictures == ()


def test_it_is_in_the_report_and_comes_back(drawing: Judge, student: Make) -> None:
    verdict = drawing.task("double", student("def double(x):\n    return x + 2\n"))
    report = Report("double", (verdict,))
    row = json.loads(report.to_json())
    assert row["tasks"][0]["pictures"][0]["right"] == [[0.0, 2.0], [4.0, 6.0]]
    assert Report.from_dict(row) == report
    right = Report("double", (drawing.task("double", student("def double(x):\n    return 2 * x\n")),))
    assert "pictures" not in json.loads(right.to_json())["tasks"][0]


@pytest.mark.parametrize("theirs", [[[1.0]], [[1.0, 2.0], [3.0]], [], [[1.0, "2"], [3.0, 4.0]], "text", [["nan"]]])
def test_a_picture_of_two_shapes_is_no_report(drawing: Judge, student: Make, theirs: object) -> None:
    row = Report("double", (drawing.task("double", student("def double(x):\n    return x + 2\n")),)).to_dict()
    row["tasks"][0]["pictures"][0]["theirs"] = theirs
    with pytest.raises(ValueError, match=r"expected|shapes"):
        Report.from_dict(row)


def test_authors_are_told_what_a_picture_needs(mini: Course, student: Make) -> None:
    with pytest.raises(AuthoringError, match="a picture without a docstring"):
        picture(task="double")(lambda student: None)  # type: ignore[arg-type,return-value]
    large = Sketch("large", "double", "Large.", lambda one: (one.call("f"), torch.zeros(LARGEST + 1, 1)))
    with pytest.raises(AuthoringError, match="at most 1024 numbers"):
        draw(large, student("def f():\n    return torch.zeros(1)\n"))
    text = PICTURE.replace('task="double"', 'task="triple"')
    (mini.checks("double") / "pictures.py").write_text(text, encoding="utf-8")
    with pytest.raises(AuthoringError, match="picture doubled: no task is called 'triple'"):
        load_exam(mini, "double")
