"""Files to reports."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import IPython.core.interactiveshell  # noqa: F401 - here once, and not in each process apart
import pytest
from helpers import release, save, solved

from autograder.course import Course
from autograder.errors import AuthoringError, CourseError, SubmissionError
from autograder.grading.engine import Engine
from autograder.grading.files import Grader
from autograder.sandbox.isolation import best
from autograder.sandbox.limits import Limits
from autograder.verdict import Outcome, Report

RIGHT = "def double(x):\n    return 2 * x\n"


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    def one(name: str, text: str) -> Path:
        path = tmp_path / "handed-in" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return one


def only(reports: list[Report]) -> Report:
    (report,) = reports
    return report


def test_a_module(mini: Course, write: Callable[[str, str], Path], engine: Engine) -> None:
    report = only(Grader(mini, engine).grade(write("ada.py", RIGHT)))
    assert (report.assignment, report.status, report.score, report.max_score) == ("double", "graded", 2.0, 4.0)
    assert report.attention == ("quadruple was not attempted", "quiz was not attempted")


def test_a_notebook_of_any_name(built: Course, tmp_path: Path, engine: Engine) -> None:
    report = only(Grader(built, engine).grade(save(solved(built), tmp_path / "ada lovelace.ipynb")))
    assert (report.assignment, report.status, report.score, report.attention) == ("double", "graded", 4.0, ())


@pytest.fixture
def two(built: Course) -> Course:
    """A course with the assignment twice, under two slugs."""
    for pattern in ("assignments/{}", "solutions/{}", "autograder/checks/{}", "autograder/specimens/{}"):
        shutil.copytree(built.root / pattern.format("double"), built.root / pattern.format("twice"))
    return built


def test_a_module_is_graded_in_each_assignment_whose_names_it_defines(
    two: Course, write: Callable[[str, str], Path], engine: Engine
) -> None:
    path = write("ada.py", RIGHT)
    assert [(r.assignment, r.score) for r in Grader(two, engine).grade(path)] == [("double", 2.0), ("twice", 2.0)]
    assert [(r.assignment, r.score) for r in Grader(two, engine, "twice").grade(path)] == [("twice", 2.0)]


def test_the_named_assignment_counts_whatever_the_file_is_called(two: Course, tmp_path: Path, engine: Engine) -> None:
    path = save(solved(two), tmp_path / "double.ipynb")
    with pytest.raises(CourseError) as caught:
        Grader(two, engine, "twice").grade(path)
    assert str(caught.value) == "release/twice/twice.ipynb: it is missing. Run `autograder build` first."
    assert only(Grader(two, engine, "double").grade(path)).score == 4.0


def test_an_unknown_assignment(mini: Course, engine: Engine) -> None:
    with pytest.raises(CourseError) as caught:
        Grader(mini, engine, "treble")
    assert str(caught.value) == f"{mini.root}: no assignment is called 'treble'. There are: double."


def test_a_course_that_does_not_fit(mini: Course, engine: Engine) -> None:
    mini.reference_text("double").unlink()
    with pytest.raises(AuthoringError) as caught:
        Grader(mini, engine)
    assert str(caught.value) == "solutions/double/reference.py: this file is missing. Write it."


def refusal(course: Course, path: Path, engine: Engine) -> str:
    with pytest.raises(SubmissionError) as caught:
        Grader(course, engine).grade(path)
    return str(caught.value)


def test_a_notebook_that_answers_nothing(built: Course, tmp_path: Path, engine: Engine) -> None:
    notebook = release(built)
    notebook.cells = notebook.cells[:1]
    path = save(notebook, tmp_path / "ada.ipynb")
    why = "it answers no assignment of this course. Name one with --assignment."
    assert refusal(built, path, engine) == f"{path}: {why}"


def test_a_module_that_defines_no_name(mini: Course, write: Callable[[str, str], Path], engine: Engine) -> None:
    path = write("ada.py", "x = 1\n")
    names = "double, quadruple, quiz_sign, quiz_zero"
    assert refusal(mini, path, engine) == f"{path}: it defines no name of a task. There are: {names}."


@pytest.mark.parametrize(
    ("name", "made", "why"),
    [
        ("ada.txt", "file", "it is neither .py nor .ipynb. Name a notebook or a Python module."),
        ("ada", "folder", "it is a directory. Name a notebook or a Python module."),
        ("ada.pdf", "", "it is not there. Name a notebook or a Python module."),
        ("ada.py", "", "there is no such file. Check the path."),
        ("ada.ipynb", "", "there is no such file. Check the path."),
        ("ada.py", "folder", "it is not a file. Name a .ipynb or .py file."),
        ("ada.ipynb", "folder", "it is not a file. Name a .ipynb or .py file."),
        ("ada.py", "link", "it is a link. Name the file that it leads to."),
        ("ada.ipynb", "file", "it is not a notebook that can be read. Save it in Jupyter and try again."),
    ],
)
def test_what_cannot_be_graded(mini: Course, tmp_path: Path, name: str, made: str, why: str, engine: Engine) -> None:
    path = tmp_path / name
    if made == "file":
        path.touch()
    elif made == "folder":
        path.mkdir()
    elif made == "link":
        path.symlink_to(tmp_path / "nowhere")
    assert refusal(mini, path, engine) == f"{path}: {why}"


@pytest.mark.parametrize(
    ("code", "status", "why"),
    [
        ("import os\nos._exit(0)\n", "crashed", "Your code ended the process that it ran in"),
        ("import sys\nsys.exit(0)\n", "invalid", "the module stopped with SystemExit: 0"),
        (
            "while True:\n    pass\n",
            "timed-out",
            "Your code ran longer than is allowed: 10 seconds for one check, 0.5 for all cells, 100.5 for all checks",
        ),
        ("raise ValueError('mine')\n", "invalid", "the module stopped with ValueError: mine"),
    ],
    ids=["exit", "system-exit", "loop", "raises"],
)
def test_what_ends_early_earns_nothing_and_says_why(
    mini: Course, write: Callable[[str, str], Path], code: str, status: str, why: str
) -> None:
    with Engine(best(), Limits(seconds=0.5 if status == "timed-out" else 60.0)) as engine:
        report = only(Grader(mini, engine).grade(write("ada.py", RIGHT + code)))
    assert (report.status, report.score, report.max_score, report.attention) == (status, 0.0, 4.0, (why,))
    verdicts = [check for task in report.tasks for check in task.checks]
    assert {(check.outcome, check.message) for check in verdicts} == {(Outcome.NOT_JUDGED, f"Not judged: {why}.")}


def test_an_answer_that_ends_the_process_in_a_cell(built: Course, tmp_path: Path, engine: Engine) -> None:
    path = save(solved(built, quadruple="import os\nos._exit(0)"), tmp_path / "double.ipynb")
    report = only(Grader(built, engine).grade(path))
    assert (report.status, report.score) == ("crashed", 3.0)
    assert report.attention == (
        "code cell 5: Your code ended the process that it ran in.",
        "quadruple was not attempted",
    )


def test_one_grader_grades_many(mini: Course, write: Callable[[str, str], Path], engine: Engine) -> None:
    grader = Grader(mini, engine)
    files = {"right.py": RIGHT, "crash.py": RIGHT + "import os\nos._exit(1)\n", "wrong.py": RIGHT.replace("2", "3")}
    given = {name: only(grader.grade(write(name, text))).score for name, text in (files | {"again.py": RIGHT}).items()}
    assert given == {"right.py": 2.0, "crash.py": 0.0, "wrong.py": 0.0, "again.py": 2.0}


def test_what_a_submission_does_to_its_process_is_not_left_to_the_next(
    mini: Course, write: Callable[[str, str], Path], engine: Engine
) -> None:
    grader = Grader(mini, engine)
    vandal = "import torch\ntorch.Tensor.__mul__ = torch.Tensor.__rmul__ = None\ntorch.set_num_threads(1)\n"
    assert only(grader.grade(write("vandal.py", vandal + RIGHT))).score == 0.0
    assert only(grader.grade(write("ada.py", RIGHT))).score == 2.0
