"""A notebook rebuilt from the instructor's: what is theirs comes back whole, what is the student's is taken over."""

from __future__ import annotations

import copy

import nbformat
import pytest
from helpers import find, release, solved
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder.assignment import Assignment, read_assignment
from autograder.course import Course
from autograder.errors import CourseError
from autograder.grading.rebuild import Master, grade_id, rebuild
from autograder.grading.submission import Step, plan

GIVEN = "import torch\n\nFACTOR = 2"
EXAMPLE = 'assert double(torch.ones(2)).tolist() == [2.0, 2.0], "twice one is two"'
DOUBLE = 'def double(x):\n    """Return twice `x` as a new tensor."""\n    return FACTOR * x'
QUADRUPLE = 'def quadruple(x):\n    """Return four times `x`."""\n    return double(double(x))'
QUIZ = '# Set quiz_sign and quiz_zero to "a" or "b".\nquiz_sign = "b"\nquiz_zero = "a"'
STEPS = [
    Step(GIVEN),
    Step(DOUBLE),
    Step(EXAMPLE),
    Step(task="double"),
    Step(QUADRUPLE),
    Step(task="quadruple"),
    Step(QUIZ),
    Step(task="quiz"),
]


@pytest.fixture
def assignment(built: Course) -> Assignment:
    return read_assignment(built, "double")


@pytest.fixture
def master(built: Course) -> Master:
    return Master.read(built, "double")


@pytest.fixture
def right(built: Course) -> NotebookNode:
    """The solved notebook, as a student hands it in."""
    return solved(built)


def planned(notebook: NotebookNode, master: Master, assignment: Assignment) -> tuple[list[Step], tuple[str, ...]]:
    rebuilt, attention = rebuild(notebook, master)
    nbformat.validate(rebuilt)
    return plan(rebuilt, assignment), attention


def without(notebook: NotebookNode, *grade_ids: str) -> NotebookNode:
    notebook = copy.deepcopy(notebook)
    notebook.cells = [cell for cell in notebook.cells if grade_id(cell) not in grade_ids]
    return notebook


def place_of(notebook: NotebookNode, name: str) -> int:
    return notebook.cells.index(find(notebook, name))


def test_a_solved_notebook_is_rebuilt_as_it_is(right: NotebookNode, master: Master, assignment: Assignment) -> None:
    rebuilt, attention = rebuild(right, master)
    assert attention == ()
    assert plan(rebuilt, assignment) == STEPS
    assert [cell.source for cell in rebuilt.cells] == [cell.source for cell in right.cells]
    assert rebuilt.metadata == master.notebook.metadata


def test_nothing_that_goes_in_is_changed(right: NotebookNode, master: Master) -> None:
    submitted, instructors = copy.deepcopy(right), copy.deepcopy(master.notebook)
    rebuilt, _ = rebuild(right, master)
    for cell in rebuilt.cells:
        cell.source = ""
        cell.metadata["nbgrader"] = None
    rebuilt.metadata["kernelspec"] = None
    assert (right, master.notebook) == (submitted, instructors)


def test_without_a_release_there_is_no_master(mini: Course) -> None:
    with pytest.raises(CourseError) as caught:
        Master.read(mini, "double")
    assert str(caught.value) == "release/double/double.ipynb: it is missing. Run `autograder build` first."


def test_locked_cells_that_were_changed_are_restored(
    right: NotebookNode, master: Master, assignment: Assignment
) -> None:
    find(right, "given-01").source = "FACTOR = 3"
    find(right, "double-example-01").source = "pass"
    find(right, "double").source = "2.0"
    assert planned(right, master, assignment) == (
        STEPS,
        (
            "the locked cell given-01 was changed; the original was used",
            "the locked cell double-example-01 was changed; the original was used",
            "the locked cell double was changed; the original was used",
        ),
    )


def test_blanks_at_the_ends_of_lines_are_no_change(right: NotebookNode, master: Master, assignment: Assignment) -> None:
    for name in ("given-01", "double-example-01", "double"):
        find(right, name).source = find(right, name).source.replace("\n", "  \n") + "\n\n"
    assert planned(right, master, assignment) == (STEPS, ())


@pytest.mark.parametrize("kind", ["markdown", "raw"])
def test_cells_whose_type_was_changed_are_restored(
    right: NotebookNode, master: Master, assignment: Assignment, kind: str
) -> None:
    for name in ("given-01", "double-answer", "double-example-01", "double"):
        find(right, name).cell_type = kind
    assert planned(right, master, assignment) == (STEPS, ())


def test_missing_cells_are_put_back_where_they_belong(
    right: NotebookNode, master: Master, assignment: Assignment
) -> None:
    left = without(right, "given-01", "code-01", "double-example-01", "double")
    assert planned(left, master, assignment) == (
        STEPS,
        (
            "the locked cell given-01 is missing; the original was put back",
            "the locked cell code-01 is missing; the original was put back",
            "the marking cell double-example-01 is missing; the original was put back",
            "the marking cell double is missing; the original was put back",
        ),
    )


def test_what_others_build_on_comes_back_before_the_students_own_cells(
    right: NotebookNode, master: Master, assignment: Assignment
) -> None:
    right.cells.insert(place_of(right, "given-01") + 1, new_code_cell("mine = FACTOR"))
    right.cells.insert(place_of(right, "double-answer") + 1, new_code_cell("helper = double"))
    steps, _ = planned(without(right, "given-01", "double"), master, assignment)
    assert steps[:5] == [Step(GIVEN), Step("mine = FACTOR"), Step(DOUBLE), Step("helper = double"), Step(EXAMPLE)]


def test_a_missing_answer_is_empty_and_no_stub(right: NotebookNode, master: Master) -> None:
    rebuilt, attention = rebuild(without(right, "quadruple-answer"), master)
    assert find(rebuilt, "quadruple-answer").source == ""
    assert attention == ("the answer cell quadruple-answer is missing",)


def test_an_answer_that_was_split_over_two_cells_runs_whole(
    right: NotebookNode, master: Master, assignment: Assignment
) -> None:
    place = place_of(right, "quiz-answer")
    second = copy.deepcopy(right.cells[place])
    right.cells[place].source, second.source = 'quiz_sign = "b"', 'quiz_zero = "a"'
    right.cells.insert(place + 1, second)
    steps, attention = planned(right, master, assignment)
    assert steps[-3:] == [Step('quiz_sign = "b"'), Step('quiz_zero = "a"'), Step(task="quiz")]
    assert attention == ("the answer cell quiz-answer is there twice; both ran, and the last counts",)


@pytest.mark.parametrize("name", ["double", "given-01"])
def test_a_copy_of_a_locked_cell_is_a_cell_of_the_students_own(
    right: NotebookNode, master: Master, assignment: Assignment, name: str
) -> None:
    again = copy.deepcopy(find(right, name))
    again.source = "pass"
    again.metadata["nbgrader"]["points"] = 100
    right.cells.insert(place_of(right, name) + 1, again)
    steps, attention = planned(right, master, assignment)
    assert [step for step in steps if step != Step("pass")] == STEPS
    assert attention == (f"the cell {name} is there twice; the original was used once",)


def test_the_instructors_order_is_kept(right: NotebookNode, master: Master, assignment: Assignment) -> None:
    right.cells.reverse()
    steps, attention = planned(right, master, assignment)
    assert (steps, attention) == (STEPS, ())


def test_tags_count_in_the_instructors_notebook_only(
    right: NotebookNode, master: Master, assignment: Assignment
) -> None:
    for name in ("double-answer", "double", "given-01"):
        find(right, name).metadata["tags"] = ["skip-execution"]
    find(right, "code-01").metadata["tags"] = []
    right.cells.append(new_code_cell("print(1)", metadata={"tags": ["skip-execution"]}))
    assert planned(right, master, assignment) == ([*STEPS, Step("print(1)")], ())


def test_flags_count_in_the_instructors_notebook_only(
    right: NotebookNode, master: Master, assignment: Assignment
) -> None:
    find(right, "double").metadata.nbgrader.update(points=100, grade=False, locked=False, solution=True)
    find(right, "given-01").metadata.nbgrader.update(locked=False, solution=True)
    find(right, "given-01").source = "FACTOR = 3"
    find(right, "quiz-answer").metadata.nbgrader.update(locked=True, solution=False, checksum="0")
    rebuilt, attention = rebuild(right, master)
    assert plan(rebuilt, assignment) == STEPS
    assert attention == ("the locked cell given-01 was changed; the original was used",)
    assert find(rebuilt, "double").metadata == find(master.notebook, "double").metadata


def test_cells_of_the_students_own_run_where_they_stand(
    right: NotebookNode, master: Master, assignment: Assignment
) -> None:
    right.cells.insert(0, new_markdown_cell("my notes"))
    right.cells.insert(0, new_code_cell("import math"))
    right.cells.insert(place_of(right, "double-answer"), new_code_cell("helper = 1"))
    right.cells.append(new_code_cell("print(1)"))
    wanted = [Step("import math"), Step(GIVEN), Step("helper = 1"), *STEPS[1:], Step("print(1)")]
    assert planned(right, master, assignment) == (wanted, ())


@pytest.mark.parametrize("entry", [None, 5, [], {}, {"grade_id": None}, {"grade_id": ["double"]}, {"grade_id": ""}])
def test_metadata_of_any_shape_hold_nothing_up(
    right: NotebookNode, master: Master, assignment: Assignment, entry: object
) -> None:
    find(right, "double").metadata["nbgrader"] = entry
    steps, attention = planned(right, master, assignment)
    assert steps == STEPS
    assert attention == ("metadata are lost: cells found by their text or the names that they define: 1",)


def test_all_metadata_are_lost(right: NotebookNode, master: Master, assignment: Assignment) -> None:
    for cell in right.cells:
        cell.metadata = NotebookNode()
    steps, attention = planned(right, master, assignment)
    assert steps == STEPS
    assert attention == ("metadata are lost: cells found by their text or the names that they define: 9",)


def test_the_last_cell_that_defines_the_name_is_the_answer(
    right: NotebookNode, master: Master, assignment: Assignment
) -> None:
    for cell in right.cells:
        cell.metadata = NotebookNode()
    place = next(i for i, cell in enumerate(right.cells) if cell.source == DOUBLE)
    right.cells.insert(place, new_code_cell("def double(x):\n    return x"))
    rebuilt, _ = rebuild(right, master)
    assert find(rebuilt, "double-answer").source == DOUBLE
    assert [step.code for step in plan(rebuilt, assignment)[:3]] == [GIVEN, "def double(x):\n    return x", DOUBLE]


@pytest.mark.parametrize("line", ["%matplotlib inline", "!ls", "def broken(:"])
def test_an_answer_that_is_no_plain_python_is_found_too(right: NotebookNode, master: Master, line: str) -> None:
    answer = find(right, "double-answer")
    answer.metadata = NotebookNode()
    answer.source = f"{DOUBLE}\n{line}"
    rebuilt, _ = rebuild(right, master)
    assert find(rebuilt, "double-answer").source == answer.source


def test_one_cell_may_hold_all_answers(master: Master, assignment: Assignment) -> None:
    everything = "\n\n".join((DOUBLE, QUADRUPLE, QUIZ))
    steps, _ = planned(new_notebook(cells=[new_code_cell(everything)]), master, assignment)
    assert [step for step in steps if step.code or step.task] == [
        Step(GIVEN),
        Step(everything),
        Step(EXAMPLE),
        Step(task="double"),
        Step(task="quadruple"),
        Step(task="quiz"),
    ]


def test_an_empty_notebook_has_the_instructors_cells(master: Master, assignment: Assignment) -> None:
    steps, attention = planned(new_notebook(), master, assignment)
    assert [step.task for step in steps if step.task] == ["double", "quadruple", "quiz"]
    assert "the answer cell double-answer is missing" in attention


def test_ids_and_attachments_of_the_students_own_cells(built: Course, master: Master) -> None:
    notebook = release(built)
    picture = {"a.png": {"image/png": "AAAA"}}
    notebook.cells = [
        new_markdown_cell("![](attachment:a.png)", attachments=picture, id="given-01"),
        new_code_cell("1", id="given-01", metadata={"collapsed": True, "nbgrader": {"grade": True}}),
        *notebook.cells,
    ]
    rebuilt, _ = rebuild(notebook, master)
    nbformat.validate(rebuilt)
    assert rebuilt.cells[0].attachments == picture
    assert rebuilt.cells[1].metadata == {}
    ids = [cell.id for cell in rebuilt.cells]
    assert len(set(ids)) == len(ids)
