"""nbgrader, driven in this process."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
from helpers import find, release, save, solved
from nbformat import NotebookNode
from nbgrader.api import MissingEntry

from autograder.course import Course
from autograder.errors import ToolError
from autograder.grading.stock import Marks, Nbgrader


def hand_in(course: Course, student: str, notebook: NotebookNode) -> None:
    save(notebook, course.root / "submitted" / student / "double" / "double.ipynb")


def test_a_class(built: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that nbgrader refuses, one that waits for a human, and one that is not there."""
    monkeypatch.chdir(tmp_path)
    right = solved(built)
    without = solved(built, double="def double(x):\n    return 2 * x.float()")
    without.cells.remove(find(without, "quiz"))
    twice = copy.deepcopy(right)
    twice.cells.append(copy.deepcopy(find(twice, "quiz")))
    twice.cells[-1].id = "quiz-again"
    hand_in(built, "alan", twice)
    hand_in(built, "barbara", without)

    nbgrader = Nbgrader(built)
    before = built.notebook("release", "double").read_bytes()
    nbgrader.generate_assignment("double")
    assert built.notebook("release", "double").read_bytes() == before

    complaints = dict(nbgrader.autograde("double", ["alan", "barbara", "nobody"]))
    assert complaints["barbara"] == ""
    assert [len(complaints[student].splitlines()) for student in ("alan", "nobody")] == [1, 1]

    waiting = nbgrader.marks("double", "barbara")
    assert waiting == Marks("barbara", 2.5, 4.0, {"double": 1.5, "quadruple": 1.0, "quiz": None})
    with pytest.raises(MissingEntry):
        nbgrader.marks("double", "nobody")
    assert Path.cwd() == tmp_path


def test_an_assignment_that_nbgrader_cannot_make(built: Course) -> None:
    notebook = release(built)
    find(notebook, "quiz").metadata.nbgrader["grade_id"] = "double"
    save(notebook, built.notebook("source", "double"))
    with pytest.raises(ToolError) as caught:
        Nbgrader(built).generate_assignment("double")
    assert str(caught.value).startswith("double: nbgrader: ")
    assert len(str(caught.value).splitlines()) == 1
