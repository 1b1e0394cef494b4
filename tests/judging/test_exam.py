from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from autograder.course import Course
from autograder.errors import AuthoringError
from autograder.judging.exam import Exam, load_exam, read_specimen

FOLDER = "autograder/checks/double"
TENSORS = f"{FOLDER}/tensors.py"
QUIZ = f"{FOLDER}/quiz.py"
SPECIMENS = "autograder/specimens/double"
Edit = Callable[[str, str, str], None]
MORE = """\
from autograder.judging.check import check


@check(task="{task}", points={points}, needs=({needs}))
def {name}(student, draw):
    \"\"\"More.\"\"\"
"""


def complaint(course: Course) -> str:
    with pytest.raises(AuthoringError) as caught:
        load_exam(course, "double")
    return str(caught.value)


def test_an_exam_is_the_assignment_its_checks_and_its_specimens(exam: Exam) -> None:
    assert exam.assignment.slug == "double"
    assert [(check.task, check.name, check.points, check.needs) for check in exam.checks] == [
        ("double", "doubles", 1.0, ()),
        ("double", "changes_nothing", 0.5, ("doubles",)),
        ("double", "keeps_the_dtype", 0.5, ("doubles",)),
        ("quadruple", "quadruples", 0.75, ()),
        ("quadruple", "takes_one_number", 0.25, ("quadruples",)),
        ("quiz", "sign", 0.5, ()),
        ("quiz", "zero", 0.5, ()),
    ]
    assert [(specimen.task, specimen.name) for specimen in exam.specimens] == [
        ("double", "adds_two"),
        ("double", "always_float"),
        ("double", "doubles_in_place"),
        ("double", "squares"),
        ("quadruple", "doubles_once"),
        ("quadruple", "needs_an_axis"),
        ("quiz", "debts_shrink"),
        ("quiz", "zero_grows"),
    ]


def test_its_parts_by_task(exam: Exam) -> None:
    assert [check.name for check in exam.checks_of("quiz")] == ["sign", "zero"]
    assert [specimen.name for specimen in exam.specimens_of("quiz")] == ["debts_shrink", "zero_grows"]
    assert (exam.checks_of("halve"), exam.specimens_of("halve")) == ((), ())


def test_a_specimen_is_known_by_its_file_and_speaks_by_its_docstring(exam: Exam) -> None:
    specimen = exam.specimens_of("double")[0]
    assert (specimen.name, specimen.idea, specimen.look, specimen.same_as) == (
        "adds_two",
        "Doubling is adding two.",
        "What 10 becomes.",
        (),
    )
    assert specimen.code.endswith("def double(x):\n    return x + 2\n")


def test_paragraphs_of_a_specimen_may_run_over_lines(mini: Course) -> None:
    path = mini.specimens("double") / "double" / "many.py"
    path.write_text(
        '"""One\n  idea.\n\nMore of it.\n\nLook at:\nthis\nand that.\n\nSame as: squares\nSame as:  x_1\n"""\n'
    )
    specimen = read_specimen(path, "double", "many.py")
    assert (specimen.idea, specimen.look, specimen.same_as) == ("One idea.", "This and that.", ("squares", "x_1"))


def test_needs_may_stand_in_a_file_that_comes_later(mini: Course, edit: Edit) -> None:
    text = MORE.format(task="quiz", points=1, needs="zero,", name="early")
    (mini.root / FOLDER / "a_first.py").write_text(f"from .quiz import zero\n{text}")
    edit("assignments/double/assignment.py", 'task="quiz" points=1', 'task="quiz" points=2')
    names = [check.name for check in load_exam(mini, "double").checks_of("quiz")]
    assert names == ["zero", "early", "sign"]


def test_checks_may_share_a_module_of_helpers(mini: Course, edit: Edit) -> None:
    (mini.root / FOLDER / "common.py").write_text('RIGHT = "b"\n')
    edit(QUIZ, '"quiz_sign", "b"', '"quiz_sign", RIGHT')
    edit(
        QUIZ,
        "from autograder.judging import expect\n",
        "from autograder.judging import expect\nfrom .common import RIGHT\n",
    )
    assert len(load_exam(mini, "double").checks) == 7


def test_two_courses_live_side_by_side(mini: Course, exam: Exam, edit: Edit) -> None:
    edit(QUIZ, "about zero is answered", "about nothing is answered")
    again = load_exam(mini, "double")
    assert exam.checks[-1].title == "The question about zero is answered rightly."
    assert again.checks[-1].title == "The question about nothing is answered rightly."
    assert [name for name in sys.modules if name.startswith("autograder_checks_double_") and name.endswith(".quiz")]


@pytest.mark.parametrize(
    ("path", "old", "new", "message"),
    [
        pytest.param(
            QUIZ,
            '@check(task="quiz", points=0.5)\ndef zero',
            '@check(task="quiz", points=0.75)\ndef zero',
            f"{FOLDER}: the slot 'quiz' says 1 points and its checks give 1.25. Make them equal.",
            id="points do not add up",
        ),
        pytest.param(
            QUIZ,
            '@check(task="quiz", points=0.5)\ndef zero',
            '@check(task="quizz", points=0.5)\ndef zero',
            f"{FOLDER}: check zero: no task is called 'quizz'",
            id="a check of no task",
        ),
        pytest.param(
            QUIZ,
            '@check(task="quiz", points=0.5)\ndef zero',
            '@check(task="quiz", points=0.3)\ndef zero',
            f"{QUIZ}: check zero: 0.3 points. Give a positive multiple of a quarter of a point.",
            id="bad points",
        ),
        pytest.param(
            QUIZ,
            '    """The question about zero is answered rightly."""\n',
            "",
            f"{QUIZ}: check zero: a check without a docstring. Say in it what holds.",
            id="no docstring",
        ),
        pytest.param(
            TENSORS,
            '@check(task="quadruple", points=0.25, needs=(quadruples,))',
            '@check(task="quadruple", points=0.25, needs=(doubles,))',
            f"{FOLDER}: check takes_one_number: it needs 'doubles', which is no check of its task",
            id="needs of another task",
        ),
        pytest.param(
            QUIZ,
            "from autograder.judging import expect",
            "from autograder.judging import expectations",
            f"{QUIZ}: these checks cannot be loaded: ImportError: cannot import name 'expectations' from "
            "'autograder.judging' ",
            id="a wrong import",
        ),
        pytest.param(
            QUIZ,
            "def zero(student, draw):",
            "def zero(student, draw:",
            f"{QUIZ}: these checks cannot be loaded: SyntaxError: '(' was never closed (quiz.py, line 12)",
            id="a syntax error",
        ),
        pytest.param(
            f"{SPECIMENS}/double/squares.py",
            "return x * x",
            "return x *",
            f"{SPECIMENS}/double/squares.py:8: invalid syntax",
            id="a specimen that does not parse",
        ),
        pytest.param(
            f"{SPECIMENS}/double/squares.py",
            "Look at: ",
            "Consider ",
            f"{SPECIMENS}/double/squares.py: a specimen's docstring says the learner's idea in its first paragraph and "
            "has one that begins `Look at:`",
            id="a specimen that does not say where to look",
        ),
        pytest.param(
            f"{SPECIMENS}/double/squares.py",
            '"""Doubling is squaring.\n\nLook at: what 3 becomes.\n"""\n',
            "",
            f"{SPECIMENS}/double/squares.py: a specimen's docstring says the learner's idea in its first paragraph and "
            "has one that begins `Look at:`",
            id="a specimen without a docstring",
        ),
        pytest.param(
            f"{SPECIMENS}/double/squares.py",
            "Look at: what 3 becomes.",
            "Look at:",
            f"{SPECIMENS}/double/squares.py: a specimen's docstring says the learner's idea in its first paragraph and "
            "has one that begins `Look at:`",
            id="nothing to look at",
        ),
    ],
)
def test_each_mistake_of_an_author_is_one_line_that_says_where(
    mini: Course, edit: Edit, *, path: str, old: str, new: str, message: str
) -> None:
    edit(path, old, new)
    found = complaint(mini)
    assert found[: len(message)] == message
    assert "\n" not in found
    assert len(found) == len(message) or path == QUIZ


def test_two_checks_of_one_name_are_refused(mini: Course) -> None:
    (mini.root / FOLDER / "more.py").write_text(MORE.format(task="quiz", points=1, needs="", name="zero"))
    assert complaint(mini) == f"{FOLDER}: check zero: a second check of this name. Rename one of them."


def test_a_check_that_another_file_imports_counts_once(mini: Course) -> None:
    (mini.root / FOLDER / "zz_import.py").write_text("from .quiz import zero\n")
    assert len(load_exam(mini, "double").checks) == 7


def test_a_specimen_of_no_task_is_refused(mini: Course) -> None:
    path = mini.specimens("double") / "halve" / "wrong.py"
    path.parent.mkdir()
    path.write_text('"""Idea.\n\nLook at: it.\n"""\n')
    assert complaint(mini) == f"{SPECIMENS}/halve/wrong.py: no task is called 'halve'. Name its folder for a task."


def test_a_specimen_that_is_not_utf8_is_named(mini: Course) -> None:
    (mini.specimens("double") / "double" / "squares.py").write_bytes('"""é"""'.encode("latin-1"))
    assert complaint(mini) == f"{SPECIMENS}/double/squares.py: this file is not UTF-8"


def test_an_exam_without_checks_is_refused(mini: Course) -> None:
    (mini.root / TENSORS).unlink()
    assert complaint(mini) == f"{FOLDER}: the slot 'double' says 2 points and its checks give 0. Make them equal."


def test_files_that_begin_with_an_underscore_are_not_loaded(mini: Course) -> None:
    (mini.root / FOLDER / "_draft.py").write_text("1 / 0")
    assert len(load_exam(mini, "double").checks) == 7


@pytest.mark.parametrize(
    ("same_as", "why"),
    [("nobody", "which is no specimen of its task"), ("adds_two", "which does not say the same of it")],
)
def test_same_as_goes_both_ways(mini: Course, add_specimen: Callable[..., None], same_as: str, why: str) -> None:
    add_specimen("double", "odd_one", "def double(x):\n    return x + 3\n", same_as=same_as)
    with pytest.raises(AuthoringError) as caught:
        load_exam(mini, "double")
    assert str(caught.value) == f"autograder/specimens/double/double/odd_one.py: `Same as: {same_as}`, {why}"
