from __future__ import annotations

from collections.abc import Callable

import pytest

from autograder.assignment import answers, defined_names, read_assignment, solution_lines
from autograder.course import Course
from autograder.errors import AuthoringError, CourseError

TEXT = "assignments/double/assignment.py"
REFERENCE = "solutions/double/reference.py"
SLOT = '# %% task="double" points=2'
ANSWER = '# %% task="double"\n'
Edit = Callable[[str, str, str], None]


def complaint(course: Course) -> str:
    with pytest.raises(AuthoringError) as caught:
        read_assignment(course, "double")
    return str(caught.value)


def test_it_reads_the_cells_with_their_lines(mini: Course) -> None:
    cells = read_assignment(mini, "double").cells
    assert [(cell.kind, cell.line, cell.tags, cell.task, cell.points) for cell in cells] == [
        ("markdown", 1, (), None, None),
        ("code", 6, ("given",), None, None),
        ("code", 11, ("skip-execution",), None, None),
        ("markdown", 14, (), None, None),
        ("code", 17, (), "double", 2),
        ("code", 19, (), None, None),
        ("markdown", 22, (), None, None),
        ("code", 25, (), "quadruple", 1),
        ("markdown", 27, (), None, None),
        ("code", 32, (), "quiz", 1),
    ]
    assert cells[1].source == "import torch\n\nFACTOR = 2"


def test_its_tasks_are_slots_with_answers(mini: Course) -> None:
    assignment = read_assignment(mini, "double")
    assert [(task.name, task.points, task.names) for task in assignment.tasks] == [
        ("double", 2.0, ("double",)),
        ("quadruple", 1.0, ("quadruple",)),
        ("quiz", 1.0, ("quiz_sign", "quiz_zero")),
    ]
    assert assignment.slug == "double"
    assert assignment.title == "Twice as much"
    assert assignment.given == "import torch\n\nFACTOR = 2"
    assert assignment.names == {"double", "quadruple", "quiz_sign", "quiz_zero"}
    assert assignment.task("quadruple") is assignment.tasks[1]


def test_without_a_heading_its_title_is_its_slug(mini: Course, edit: Edit) -> None:
    edit(TEXT, "# # Twice as much", "# Twice as much")
    edit(TEXT, "# ## Task: `double`", "# Task")
    assert read_assignment(mini, "double").title == "double"


def test_a_task_that_is_not_there_is_refused(mini: Course) -> None:
    with pytest.raises(AuthoringError) as caught:
        read_assignment(mini, "double").task("halve")
    assert str(caught.value) == "double: no task is called 'halve'. There are: double, quadruple, quiz."


def test_an_assignment_that_is_not_there_is_refused(mini: Course) -> None:
    with pytest.raises(CourseError) as caught:
        read_assignment(mini, "halve")
    assert str(caught.value) == f"{mini.root}: no assignment is called 'halve'. There are: double."


def test_answers_are_the_reference_for_some_names(mini: Course) -> None:
    assignment = read_assignment(mini, "double")
    double, quadruple, quiz = (task.answer for task in assignment.tasks)
    assert answers(assignment.tasks, frozenset({"quadruple"})) == quadruple
    assert answers(assignment.tasks, frozenset({"quiz_zero", "double"})) == f"{double}\n\n{quiz}"
    assert answers(assignment.tasks, frozenset()) == ""
    assert assignment.all_answers == f"{double}\n\n{quadruple}\n\n{quiz}"


def test_of_a_name_that_two_tasks_define_the_later_answer_counts(mini: Course, edit: Edit) -> None:
    edit(REFERENCE, "def quadruple(x):", "def double(x):")
    assignment = read_assignment(mini, "double")
    assert answers(assignment.tasks, frozenset({"double"})) == assignment.task("quadruple").answer


@pytest.mark.parametrize(
    ("path", "old", "new", "message"),
    [
        pytest.param(
            REFERENCE,
            ANSWER,
            '# %% task="halve"\n',
            f"{REFERENCE}:1: an answer to 'halve', which is no task. Make a slot for it in {TEXT}, or remove it.",
            id="answer without a slot",
        ),
        pytest.param(
            TEXT,
            '\n# %% task="quiz" points=1\n',
            '\n# %% task="quiz" points=1\n\n# %% task="more" points=1\n',
            f"{TEXT}:34: the slot 'more' has no answer. Write a cell `# %% task=\"more\"` in {REFERENCE}.",
            id="slot without an answer",
        ),
        pytest.param(
            TEXT,
            '# %% task="quadruple" points=1',
            '# %% task="double" points=1',
            f"{TEXT}:25: a second slot called 'double'. Rename one of them.",
            id="two slots of one name",
        ),
        pytest.param(
            REFERENCE,
            '# %% task="quadruple"',
            '# %% task="double"',
            f"{REFERENCE}:9: a second cell called 'double'. Keep one of them.",
            id="two answers of one name",
        ),
        pytest.param(
            REFERENCE,
            ANSWER,
            "# %%\n",
            f'{REFERENCE}:1: a cell that answers no task. Head it `# %% task="…"`.',
            id="reference cell without a task",
        ),
        pytest.param(
            TEXT,
            SLOT,
            SLOT + "\ndef double(x): ...",
            f"{TEXT}:17: the slot 'double' holds text. Leave it empty: its answer fills it.",
            id="text in a slot",
        ),
        pytest.param(
            TEXT,
            '# %% tags=["given"]',
            '# %% points=2 tags=["given"]',
            f'{TEXT}:6: points without a task. Write task="name" points=2.',
            id="points without a task",
        ),
        pytest.param(
            TEXT,
            "# %%\nassert",
            '# %% marks="halve"\n\n# %%\nassert',
            f"{TEXT}:19: marks of no task: 'halve'",
            id="marks of no task",
        ),
        pytest.param(
            TEXT,
            "# %%\nassert",
            '# %% marks="double"\n\n# %% marks="double"\n\n# %%\nassert',
            f"{TEXT}:21: marks twice: 'double'",
            id="marks twice",
        ),
        pytest.param(
            TEXT,
            "# %%\nassert",
            '# %% marks="double"\nassert',
            f'{TEXT}:19: a cell with marks="…" names one task, and is empty. Put its text in another cell.',
            id="text in a marking cell",
        ),
        pytest.param(
            TEXT,
            "# %%\nassert",
            '# %% marks=["double"]\n\n# %%\nassert',
            f'{TEXT}:19: a cell with marks="…" names one task, and is empty. Put its text in another cell.',
            id="marks of several tasks",
        ),
        pytest.param(
            TEXT,
            '# %% tags=["given"]',
            '# %% Set-up tags=["given"]',
            f"{TEXT}:6: a cell cannot have 'title'. It can have task, points, marks, tags.",
            id="a cell's title",
        ),
        pytest.param(
            TEXT,
            SLOT,
            '# %% task="double" points=2 hard=true',
            f"{TEXT}:17: a cell cannot have 'hard'. It can have task, points, marks, tags.",
            id="unknown key",
        ),
        pytest.param(
            TEXT,
            SLOT,
            "# %% task=double points=2",
            f'{TEXT}:17: a marker that cannot be read: task=double. Write task="name" points=2.',
            id="a name without quotes",
        ),
        pytest.param(
            TEXT,
            SLOT,
            '# %% task="do it" points=2',
            f"{TEXT}:17: 'do it' cannot be a task's name. Use letters, digits and _.",
            id="a name of two words",
        ),
        pytest.param(
            TEXT,
            SLOT,
            "# %% task=3 points=2",
            f"{TEXT}:17: 3 cannot be a task's name. Use letters, digits and _.",
            id="a number as a name",
        ),
        pytest.param(
            TEXT,
            "# %% [markdown]\n# # Twice",
            "import torch\n\n# %% [markdown]\n# # Twice",
            f"{TEXT}:1: text before the first cell. Begin with `# %%`.",
            id="text before the first cell",
        ),
        pytest.param(
            TEXT,
            "FACTOR = 2",
            'FACTOR = """\n# %% 2\n"""',
            f"{TEXT}: a line inside a string begins with `# %%`. Indent it.",
            id="a marker inside a string",
        ),
        pytest.param(
            TEXT,
            'tags=["given"]',
            'tags="given"',
            f"{TEXT}: it cannot be read as a percent text: 'given' is not of type 'array'",
            id="tags that are no list",
        ),
        pytest.param(
            REFERENCE,
            "return FACTOR * x",
            "return FACTOR *",
            f"{REFERENCE}:5: invalid syntax",
            id="syntax error",
        ),
        pytest.param(
            REFERENCE,
            ANSWER + "def double(x):",
            ANSWER + "\n\n\ndef double(x:",
            f"{REFERENCE}:5: '(' was never closed",
            id="syntax error after empty lines",
        ),
        pytest.param(
            REFERENCE,
            "def double(x):",
            "def _double(x):",
            f"{REFERENCE}:1: the answer to 'double' defines no name",
            id="no name defined",
        ),
        pytest.param(
            REFERENCE,
            "    ### BEGIN SOLUTION\n    return FACTOR * x\n    ### END SOLUTION\n",
            "    return FACTOR * x\n",
            f"{REFERENCE}:1: the answer to 'double' marks no solution. "
            "Put its body between ### BEGIN SOLUTION and ### END SOLUTION.",
            id="no solution marked",
        ),
        pytest.param(
            REFERENCE,
            "    return FACTOR * x\n    ### END",
            "\n    ### END",
            f"{REFERENCE}:1: the answer to 'double' marks no solution. "
            "Put its body between ### BEGIN SOLUTION and ### END SOLUTION.",
            id="an empty solution",
        ),
        pytest.param(
            REFERENCE,
            "FACTOR * x\n    ### END SOLUTION",
            "FACTOR * x",
            f"{REFERENCE}:4: a solution mark without its pair in the answer to 'double'. "
            "Each ### BEGIN SOLUTION has an ### END SOLUTION.",
            id="a solution that does not end",
        ),
        pytest.param(
            REFERENCE,
            "    return FACTOR * x",
            "    ### BEGIN SOLUTION\n    return FACTOR * x",
            f"{REFERENCE}:5: a solution mark without its pair in the answer to 'double'. "
            "Each ### BEGIN SOLUTION has an ### END SOLUTION.",
            id="a solution in a solution",
        ),
    ],
)
def test_each_mistake_of_an_author_is_one_line_that_says_where(
    mini: Course, edit: Edit, *, path: str, old: str, new: str, message: str
) -> None:
    edit(path, old, new)
    assert complaint(mini) == message


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        ("points=0", "0"),
        ("points=-2", "-2"),
        ('points="2"', "'2'"),
        ("points=true", "True"),
        ("points=[2]", "[2]"),
        ("points=1000", "1000"),
        ("points=NaN", "nan"),
        ("points=Infinity", "inf"),
        ("points=null", "None"),
        ("", "None"),
    ],
)
def test_bad_points_are_refused(mini: Course, edit: Edit, points: str, shown: str) -> None:
    edit(TEXT, SLOT, f'# %% task="double" {points}'.rstrip())
    assert complaint(mini) == f"{TEXT}:17: the slot 'double' has bad points: {shown}. Write points=2."


@pytest.mark.parametrize(("points", "value"), [("0.25", 0.25), ("999", 999.0)])
def test_points_may_be_fractions(mini: Course, edit: Edit, points: str, value: float) -> None:
    edit(TEXT, SLOT, f'# %% task="double" points={points}')
    assert read_assignment(mini, "double").task("double").points == value


def test_a_missing_reference_is_named(mini: Course) -> None:
    mini.reference_text("double").unlink()
    assert complaint(mini) == f"{REFERENCE}: this file is missing. Write it."


@pytest.mark.parametrize("path", [TEXT, REFERENCE])
def test_a_text_that_is_not_utf8_is_named(mini: Course, path: str) -> None:
    (mini.root / path).write_bytes("# %%\n# é\n".encode("latin-1"))
    assert complaint(mini) == f"{path}: this file is not UTF-8"


def test_marks_may_stand_elsewhere(mini: Course, edit: Edit) -> None:
    edit(TEXT, "# %% [markdown]\n# ## Questions", '# %% marks="double"\n\n# %% [markdown]\n# ## Questions')
    marks = [cell.marks for cell in read_assignment(mini, "double").cells]
    assert marks == [None] * 8 + ["double", None, None]


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def f(): ...\nasync def g(): ...\nclass C: ...", ("f", "g", "C")),
        ("a = b = 1\nc: int = 2\n(d, [e, *g]) = 1, [2, 3]", ("a", "b", "c", "d", "e", "g")),
        ("import os\nfrom math import pi\n_hidden = 1\ndef _also(): ...", ()),
        ("f = 1\nf = 2", ("f",)),
        ("def outer():\n    inner = 1", ("outer",)),
        ("if True:\n    a = 1", ()),
        ("", ()),
    ],
)
def test_defined_names_are_those_of_the_top_level(code: str, names: tuple[str, ...]) -> None:
    assert defined_names(code) == names


def test_solution_lines_are_numbered_within_the_answer() -> None:
    answer = "def f():\n    ### BEGIN SOLUTION\n    a = 1\n\n    ### END SOLUTION\n    # more\n### BEGIN SOLUTION\nb"
    assert solution_lines(answer) == [(2, "    a = 1"), (3, ""), (7, "b")]
