"""Notebooks as students hand them in."""

from __future__ import annotations

import nbformat
from helpers import find, release

from autograder.assignment import read_assignment
from autograder.course import Course
from autograder.grading.notebooks import filled_in, module_answers, reference_answers, written


def test_answers_go_into_their_slots_and_nowhere_else(built: Course) -> None:
    empty = release(built)
    filled = filled_in(empty, {"double": "def double(x):\n    return x + x", "quiz": 'quiz_sign = "a"'})
    assert find(filled, "double-answer").source == "def double(x):\n    return x + x"
    assert find(filled, "quiz-answer").source == 'quiz_sign = "a"'
    changed = [one.id for one, other in zip(empty.cells, filled.cells, strict=True) if one != other]
    assert changed == ["double-answer", "quiz-answer"]


def test_the_notebook_given_is_not_changed(built: Course) -> None:
    empty = release(built)
    filled_in(empty, {"double": "x = 1"})
    assert empty == release(built)


def test_without_answers_it_is_the_release(built: Course) -> None:
    assert filled_in(release(built), {}) == release(built)


def test_cells_without_metadata_are_left_alone() -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("x = 1", id="a")])
    assert filled_in(notebook, {"": "x = 2"}) == notebook


def test_the_reference_comes_without_its_marks(mini: Course) -> None:
    assert reference_answers(read_assignment(mini, "double")) == {
        "double": 'def double(x):\n    """Return twice `x` as a new tensor."""\n    return FACTOR * x',
        "quadruple": 'def quadruple(x):\n    """Return four times `x`."""\n    return double(double(x))',
        "quiz": '# Set quiz_sign and quiz_zero to "a" or "b".\nquiz_sign = "b"\nquiz_zero = "a"',
    }


def test_a_module_answers_the_tasks_whose_names_it_defines(mini: Course) -> None:
    assignment = read_assignment(mini, "double")
    both = "def double(x):\n    return x\n\nquiz_zero = 'b'\n"
    assert module_answers(assignment, both) == {"double": both, "quiz": both}
    assert module_answers(assignment, "def triple(x):\n    return x\n") == {}
    assert module_answers(assignment, "def outer():\n    def double(x):\n        return x\n") == {}
    assert module_answers(assignment, "from elsewhere import double\n") == {}


def test_what_is_written_is_read_back(built: Course) -> None:
    notebook = release(built)
    notebook.cells[0].source = 'é " \n \ud83d\ude00'
    find(notebook, "double-answer").outputs = [
        nbformat.v4.new_output("display_data", {"image/png": "iVBORw0K", "application/json": {"a": [1, None]}})
    ]
    text = written(notebook)
    assert nbformat.reads(text, as_version=4) == notebook
    assert len(text.splitlines()) == len(notebook.cells) + 3
