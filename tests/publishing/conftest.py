"""A class of the miniature course, graded once: right, wrong, not solved, broken and hostile."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import release, save, solved
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from autograder.course import Course
from autograder.grading.grade import Grading
from autograder.sandbox.isolation import best

PICTURE = '''\
import torch

from autograder.judging.picture import picture


@picture(task="double")
def beside_the_right_one(student):
    """Twice the numbers 0 to 11: what your `double` gives, and what is right."""
    x = torch.arange(12.0).reshape(3, 4)
    return student.call("double", x), 2 * x
'''
HOSTILE = """\
# Mine <script>alert("markdown")</script>

<img src="https://example.com/spy.png"> <a href="javascript:alert(1)">press</a> <b onclick="alert(2)">bold</b>
"""
OUTPUT = """\
from IPython.display import HTML, display
display(HTML('<script>alert("html")</script><iframe src="https://example.com"></iframe>'))
display(HTML('<p style="position:fixed" class="score">x</p>'))
print("<script>alert('stream')</script>")
"""


def hostile(course: Course) -> NotebookNode:
    notebook = solved(course)
    notebook.cells += [new_markdown_cell(HOSTILE), new_code_cell(OUTPUT)]
    return notebook


def submit(course: Course, student: str, notebook: NotebookNode) -> Path:
    return save(notebook, course.root / "submitted" / student / "double" / "double.ipynb")


@pytest.fixture(scope="session")
def graded_class(tmp_path_factory: pytest.TempPathFactory, make_course: Callable[[Path], Course]) -> Course:
    course = make_course(tmp_path_factory.mktemp("publishing") / "mini")
    (course.checks("double") / "pictures.py").write_text(PICTURE, encoding="utf-8")
    submit(course, "ada", solved(course))
    submit(course, "bob", solved(course, double="def double(x):\n    return x + 2\n"))
    submit(course, "cleo", release(course))
    submit(course, "dan", solved(course, quadruple="import os\nos._exit(3)\n"))
    submit(course, "eve", solved(course)).write_text("no notebook", encoding="utf-8")
    submit(course, "fay", hostile(course))
    run = Grading(course, "double", best())
    run.run(run.students(), jobs=1)
    return course


@pytest.fixture
def graded(graded_class: Course, tmp_path: Path) -> Course:
    """A copy of the class, for a test that changes it."""
    shutil.copytree(graded_class.root, tmp_path / "graded", ignore=shutil.ignore_patterns("feedback"))
    return Course(tmp_path / "graded")
