"""Marks of an assignment of several notebooks, notebook by notebook."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from classes import cell
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.api import Gradebook

from autograder.publishing.marks import ClassMarks, marks_of
from autograder.publishing.nbgrader_feedback import of_notebook

# nbgrader's own statements are not in the order that sqlalchemy likes.
pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

POINTS = {"p1": {"q": 2.0, "only": 3.0}, "p2": {"q": 4.0}}
GIVEN = {("p1", "q"): 2.0, ("p1", "only"): 1.0, ("p2", "q"): 3.0}
PENALTY = {"p1": 0.5, "p2": 1.0}


@pytest.fixture
def two_notebooks(tmp_path: Path) -> Iterator[ClassMarks]:
    with Gradebook(f"sqlite:///{tmp_path}/gradebook.db", "course") as book:
        book.add_assignment("hw")
        for notebook, cells in POINTS.items():
            book.add_notebook(notebook, "hw")
            for name, most in cells.items():
                book.add_grade_cell(name, notebook, "hw", max_score=most, cell_type="code")
        book.add_student("ada")
        submission = book.add_submission("hw", "ada")
        for notebook in submission.notebooks:
            notebook.late_submission_penalty = PENALTY[notebook.name]
        for (notebook, name), points in GIVEN.items():
            book.find_grade(name, notebook, "hw", "ada").auto_score = points
        book.db.commit()
        found = marks_of(book, "hw", lambda student: tmp_path / student)
        assert found is not None
        yield found


def test_the_whole(two_notebooks: ClassMarks) -> None:
    ada = two_notebooks.student("ada")
    assert (ada.raw_score, ada.penalty, ada.score, two_notebooks.max_score) == (6.0, 1.5, 4.5, 9.0)


@pytest.mark.parametrize(
    ("notebook", "tasks", "penalty", "score", "most"),
    [("p1", {"p1: q": 2.0, "only": 1.0}, 0.5, 2.5, 5.0), ("p2", {"p2: q": 3.0}, 1.0, 2.0, 4.0)],
)
def test_each_notebook_has_its_own(
    two_notebooks: ClassMarks, notebook: str, tasks: dict[str, float], penalty: float, score: float, most: float
) -> None:
    cells = [new_code_cell("", metadata=cell(name, grade=True, points=most)) for name in POINTS[notebook]]
    nb = new_notebook(cells=cells)
    part, marks = of_notebook(two_notebooks.student("ada"), two_notebooks, nb, notebook)
    assert {task.task: task.score for task in part.tasks} == tasks
    assert (part.penalty, part.score, marks.max_score) == (penalty, score, most)
