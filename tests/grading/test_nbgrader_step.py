"""The engine in nbgrader: its gradebook gets the engine's marks, and students' code gets nothing."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from helpers import find, save, solved
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook
from stock import Nbgrader

from autograder.course import CONFIG, Course

STEP = """
c.Autograde.autograde_preprocessors = [
    "autograder.grading.nbgrader_step.RunBehindTheWall",
    "nbgrader.preprocessors.IgnorePattern",
    "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
"""
PEEK = """
import os, torch
torch.equal = torch.allclose = lambda *a, **k: True
print(os.path.exists({root!r}), os.environ.get("AUTOGRADER_COURSE"))
def double(x):
    return x + 2
"""


@pytest.fixture
def course(built: Course, monkeypatch: pytest.MonkeyPatch) -> Course:
    path = built.root / CONFIG
    path.write_text(path.read_text(encoding="utf-8") + STEP, encoding="utf-8")
    monkeypatch.setenv("AUTOGRADER_COURSE", str(built.root))
    return built


def graded(course: Course, student: str, slug: str = "double") -> NotebookNode:
    return nbformat.read(course.root / "autograded" / student / slug / f"{slug}.ipynb", as_version=4)


def hand_in(course: Course, student: str, notebook: NotebookNode, slug: str = "double") -> None:
    save(notebook, course.root / "submitted" / student / slug / f"{slug}.ipynb")


def test_marks_and_words_are_the_engines(course: Course) -> None:
    tagged = solved(course, double="def double(x):\n    return x + 2\n")
    find(tagged, "double").metadata["tags"] = ["skip-execution"]
    hand_in(course, "right", solved(course))
    hand_in(course, "peeks", solved(course, double=PEEK.format(root=str(course.root))))
    hand_in(course, "tags", tagged)
    hand_in(course, "ends", solved(course, quadruple="import os\nos._exit(0)"))
    nbgrader = Nbgrader(course)
    nbgrader.generate_assignment("double")
    assert dict(nbgrader.autograde("double", ["right", "peeks", "tags", "ends"])) == dict.fromkeys(
        ["right", "peeks", "tags", "ends"], ""
    )
    points = {student: nbgrader.marks("double", student).tasks for student in ("right", "peeks", "tags", "ends")}
    assert points == {
        "right": {"double": 2.0, "quadruple": 1.0, "quiz": 1.0},
        "peeks": {"double": 0.0, "quadruple": 1.0, "quiz": 1.0},
        "tags": {"double": 0.0, "quadruple": 1.0, "quiz": 1.0},
        "ends": {"double": 2.0, "quadruple": 0.0, "quiz": 1.0},
    }
    notebook = graded(course, "peeks")
    assert find(notebook, "double-answer").outputs[0].text == "False None\n"
    words, result = find(notebook, "double").outputs
    assert words.text.startswith("double: 0 of 2 points\n")
    assert result.data == {"text/plain": "0.0"}
    (ended,) = find(graded(course, "ends"), "quadruple-answer").outputs
    assert ended.evalue == "Your code ended the process that it ran in."


def cell(source: str, name: str, **entry: object) -> NotebookNode:
    about = {"grade": False, "grade_id": name, "locked": True, "schema_version": 3, "solution": False, "task": False}
    return new_code_cell(source, id=name, metadata={"nbgrader": {**about, **entry}})


def test_an_assignment_of_other_origin_is_graded_as_nbgrader_means_it(course: Course, tmp_path: Path) -> None:
    source = new_notebook(
        cells=[
            cell("### BEGIN SOLUTION\nx = 3\n### END SOLUTION", "answer", solution=True, locked=False),
            cell("assert x == 3", "exact", grade=True, points=2),
            cell("2.5 if x > 2 else 0.5", "partly", grade=True, points=4),
            cell("import os\nassert not os.path.exists('/proc/1')", "walls", grade=True, points=1),
        ],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )
    save(source, course.root / "source" / "other" / "other.ipynb")
    nbgrader = Nbgrader(course)
    nbgrader.generate_assignment("other")
    for student, answer in (("right", "x = 3"), ("wrong", "x = 1")):
        notebook = nbformat.read(course.root / "release" / "other" / "other.ipynb", as_version=4)
        find(notebook, "answer").source = answer
        hand_in(course, student, notebook, "other")
    assert dict(nbgrader.autograde("other", ["right", "wrong"])) == {"right": "", "wrong": ""}
    assert nbgrader.marks("other", "right").tasks == {"exact": 2.0, "partly": 2.5, "walls": 1.0}
    assert nbgrader.marks("other", "wrong").tasks == {"exact": 0.0, "partly": 0.5, "walls": 1.0}
