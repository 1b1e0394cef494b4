"""One submission: reading it, planning it, and grading it, whatever happened to it on its way."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path

import IPython.core.interactiveshell  # noqa: F401 - here once, and not in each process apart
import nbformat
import pytest
from helpers import find, release, save, solved
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from autograder.assignment import Assignment, read_assignment
from autograder.course import Course
from autograder.errors import SubmissionError
from autograder.grading import submission
from autograder.grading.engine import Engine
from autograder.grading.rebuild import Master
from autograder.grading.submission import (
    Step,
    assignment_of,
    assignments_of,
    grade_module,
    read_module,
    read_notebook,
    ungraded,
)
from autograder.judging.exam import load_exam
from autograder.judging.judge import Judge
from autograder.verdict import Outcome, Report

DOUBLE = 'def double(x):\n    """Return twice `x` as a new tensor."""\n    return FACTOR * x'
FULL = {"double": 2.0, "quadruple": 1.0, "quiz": 1.0}

Grade = Callable[[NotebookNode], Report]


@pytest.fixture
def assignment(built: Course) -> Assignment:
    return read_assignment(built, "double")


@pytest.fixture
def source(built: Course) -> NotebookNode:
    return nbformat.read(built.notebook("source", "double"), as_version=4)


@pytest.fixture
def master(built: Course) -> Master:
    return Master.read(built, "double")


@pytest.fixture
def right(built: Course) -> NotebookNode:
    """The solved notebook, as a student hands it in."""
    return solved(built)


@pytest.fixture
def grade(built: Course, master: Master, engine: Engine) -> Grade:
    """Grades a notebook behind the wall, as the program does."""
    judge = Judge(load_exam(built, "double"), built.settings())
    return lambda notebook: engine.grade_notebook(judge, notebook, master)


def points(report: Report) -> dict[str, float]:
    return {task.task: task.score for task in report.tasks}


# Reading


def refusal(read: Callable[[Path], object], path: Path) -> str:
    with pytest.raises(SubmissionError) as caught:
        read(path)
    return str(caught.value)


def written(path: Path, data: bytes | str) -> Path:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "bom"])
def test_a_module_is_read(tmp_path: Path, mark: bytes) -> None:
    assert read_module(written(tmp_path / "a.py", mark + "x = '×'\n".encode())) == "x = '×'\n"


def test_a_module_that_makes_the_compiler_warn_is_read_in_silence(tmp_path: Path) -> None:
    assert read_module(written(tmp_path / "a.py", 'x = "\\d" is 5\n')) == 'x = "\\d" is 5\n'


@pytest.mark.parametrize(
    ("data", "line", "why"),
    [
        ("x = 1\ndef f(:\n    pass\n", ":2", "it is not Python: invalid syntax"),
        (
            "def f():\nreturn 1\n",
            ":2",
            "it is not Python: expected an indented block after function definition on line 1",
        ),
        (
            "if True:\n\tx = 1\n        y = 2\n",
            ":3",
            "it is not Python: inconsistent use of tabs and spaces in indentation",
        ),
        ("-" * 100_000 + "1\n", "", "it is not Python: it is nested too deeply"),
        (b"x = '\xff\xfe'\n", "", "it is not UTF-8 text"),
    ],
    ids=["syntax", "indentation", "tabs", "deep", "latin"],
)
def test_what_is_no_module_is_refused(tmp_path: Path, data: bytes | str, line: str, why: str) -> None:
    path = written(tmp_path / "a.py", data)
    assert refusal(read_module, path) == f"{path}{line}: {why}"


def test_nul_bytes_are_no_module(tmp_path: Path) -> None:
    path = written(tmp_path / "a.py", b"x = 1\n\0\n")
    assert refusal(read_module, path).startswith(f"{path}: it is not Python: source code ")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"{}",
        b'"text"',
        b"\0\0\0",
        b'{"cells": [], "metadata": {}, "nbformat": 99, "nbformat_minor": 0}',
        b'{"cells": 5, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
        b'{"cells": [{"cell_type": "code"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
        b"[" * 100_000,
    ],
    ids=["empty", "cut", "null", "list", "object", "text", "nul", "future", "no-cells", "no-source", "deep"],
)
def test_what_is_no_notebook_is_refused(tmp_path: Path, data: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "a.ipynb", data)
    why = "it is not a notebook that can be read. Save it in Jupyter and try again."
    assert refusal(read_notebook, path) == f"{path}: {why}"
    assert capfd.readouterr() == ("", "")


def test_a_notebook_with_a_bom_is_read(tmp_path: Path, right: NotebookNode) -> None:
    path = written(tmp_path / "a.ipynb", b"\xef\xbb\xbf" + nbformat.writes(right).encode())
    assert read_notebook(path) == right


def test_a_notebook_of_an_older_format_is_read(tmp_path: Path, right: NotebookNode) -> None:
    path = tmp_path / "old.ipynb"
    path.write_text(nbformat.writes(nbformat.convert(copy.deepcopy(right), 3), version=3), encoding="utf-8")
    read = read_notebook(path)
    assert json.loads(path.read_text())["nbformat"] == 3
    assert (read.nbformat, [cell.source for cell in read.cells]) == (4, [cell.source for cell in right.cells])


def test_equal_cell_ids_are_no_reason_to_refuse(
    tmp_path: Path, right: NotebookNode, capfd: pytest.CaptureFixture[str]
) -> None:
    right.cells.append(copy.deepcopy(right.cells[-1]))
    path = written(tmp_path / "a.ipynb", json.dumps(right))
    assert len(read_notebook(path).cells) == len(right.cells)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("read", [read_module, read_notebook])
def test_what_is_no_file_is_refused(tmp_path: Path, read: Callable[[Path], object]) -> None:
    gone, folder = tmp_path / "gone.py", tmp_path
    assert refusal(read, gone) == f"{gone}: there is no such file. Check the path."
    assert refusal(read, folder) == f"{folder}: it is not a file. Name a .ipynb or .py file."


@pytest.mark.parametrize("read", [read_module, read_notebook])
def test_what_is_too_large_is_refused(
    tmp_path: Path, read: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission, "SIZE_LIMIT", 1_000)
    path = written(tmp_path / "a.py", "#" * 1_001)
    assert refusal(read, path) == f"{path}: it has 1,001 bytes; 1,000 are allowed"


# Whose answers they are


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def double(x): ...", ["double"]),
        ("quiz_zero = 'a'", ["double"]),
        ("quiz_sign, other = 'a', 1", ["double"]),
        ("class quadruple: ...", ["double"]),
        ("def treble(x): ...", []),
        ("from answers import double", []),
        ("# def double(x): ...", []),
    ],
)
def test_a_module_is_known_by_the_names_that_it_defines(assignment: Assignment, code: str, found: list[str]) -> None:
    assert [one.slug for one in assignments_of(code, [assignment])] == found


def test_a_notebook_is_known_by_its_file_or_else_by_its_cells(assignment: Assignment, right: NotebookNode) -> None:
    empty = new_notebook()
    assert assignment_of(empty, Path("elsewhere/double.ipynb"), [assignment]) is assignment
    assert assignment_of(empty, Path("hand-in.ipynb"), [assignment]) is None
    assert assignment_of(right, Path("hand-in.ipynb"), [assignment]) is assignment
    assert assignment_of(right, Path("hand-in.ipynb"), []) is None


# Grading notebooks


def test_a_solved_notebook_gets_full_marks(right: NotebookNode, grade: Grade) -> None:
    report = grade(right)
    assert (report.assignment, report.status, report.attention) == ("double", "graded", ())
    assert (points(report), report.score, report.max_score) == (FULL, 4.0, 4.0)


def test_an_unsolved_notebook_gets_nothing(built: Course, grade: Grade) -> None:
    report = grade(release(built))
    assert (report.status, points(report)) == ("graded", dict.fromkeys(FULL, 0.0))
    assert report.attention == ("quiz was not attempted",)


def test_the_instructors_own_notebook_gets_full_marks(source: NotebookNode, grade: Grade) -> None:
    assert points(grade(source)) == FULL


def test_lost_metadata_cost_nothing(right: NotebookNode, grade: Grade) -> None:
    for cell in right.cells:
        cell.metadata = NotebookNode()
    report = grade(right)
    assert points(report) == FULL
    assert report.attention == ("metadata are lost: cells found by their text or the names that they define: 9",)


def test_only_answers_are_left(right: NotebookNode, grade: Grade) -> None:
    right.cells = [find(right, "double-answer"), find(right, "quadruple-answer"), find(right, "quiz-answer")]
    assert points(grade(right)) == FULL


def test_a_changed_given_cell_does_not_pay(built: Course, grade: Grade) -> None:
    cheat = solved(built, double="def double(x):\n    return FACTOR * x / 3 * 2")
    find(cheat, "given-01").source = "import torch\n\nFACTOR = 3"
    report = grade(cheat)
    assert points(report)["double"] == 0.0
    assert report.attention == ("the locked cell given-01 was changed; the original was used",)


def test_a_skipped_marking_cell_does_not_pay(built: Course, grade: Grade) -> None:
    lazy = release(built)
    for name in FULL:
        find(lazy, name).metadata["tags"] = ["skip-execution"]
    assert points(grade(lazy)) == dict.fromkeys(FULL, 0.0)


def test_a_task_is_judged_where_its_marking_cell_stands(right: NotebookNode, grade: Grade) -> None:
    right.cells.append(new_code_cell("del double\n\ndef quadruple(x):\n    return 0"))
    right.cells.insert(0, new_code_cell("def double(x):\n    return 0"))
    assert points(grade(right)) == FULL


@pytest.mark.parametrize(
    "cell",
    [
        "raise ValueError('mine')",
        "1 / 0",
        "def broken(:",
        "import nowhere_at_all",
        "raise KeyboardInterrupt",
        "raise SystemExit",
        "exit()",
        "quit",
        "import sys; sys.exit(1)",
        "input('your name: ')",
        "\0",
        "x = '\\ud800'; print(x)",
        "assert False",
        "%no_such_magic",
        "!exit 3",
        "%%no_such_cell_magic\nx",
        "-" * 50_000 + "1",
        "import os; os.close(0); os.close(1); os.close(2)",
        "import sys; sys.stdout = sys.stderr = None",
        "import builtins; builtins.print = None",
    ],
)
def test_a_cell_that_fails_costs_the_others_nothing(right: NotebookNode, grade: Grade, cell: str) -> None:
    right.cells.insert(1, new_code_cell(cell))
    assert points(grade(right)) == FULL


@pytest.mark.parametrize(
    "line",
    [
        "%matplotlib inline",
        "%time y = 1",
        "%timeit -n1 -r1 1",
        "!echo hello",
        "files = !ls",
        "%pwd",
        "%env COLOR=red",
        "?len",
        "await __import__('asyncio').sleep(0)",
        "display(1)",
        "get_ipython().run_line_magic('pwd', '')",
        "import matplotlib.pyplot as plt; plt.plot([1, 2]); plt.show()",
        "print('x' * 10_000_000)",
        "import sys; sys.stderr.write('a warning')",
        "import warnings; warnings.warn('mine')",
        "from __future__ import annotations",
    ],
)
def test_what_works_in_jupyter_works_in_an_answer(built: Course, grade: Grade, line: str) -> None:
    report = grade(solved(built, double=f"{line}\n{DOUBLE}"))
    assert (points(report), report.attention) == (FULL, ())


@pytest.mark.parametrize("magic", ["%%time", "%%capture out"])
def test_cell_magics_work(built: Course, grade: Grade, magic: str) -> None:
    assert points(grade(solved(built, double=f"{magic}\n{DOUBLE}"))) == FULL


def test_a_dataclass_in_a_cell_works(built: Course, grade: Grade) -> None:
    point = "from dataclasses import dataclass\n\n@dataclass\nclass Point:\n    x: 'int' = 2\n\n"
    code = point + DOUBLE.replace("FACTOR", "Point().x")
    assert points(grade(solved(built, double=code))) == FULL


def test_hooks_into_the_shell_do_not_pay(built: Course, grade: Grade) -> None:
    cheat = release(built)
    cheat.cells.insert(
        0,
        new_code_cell(
            "shell = get_ipython()\n"
            "shell.input_transformers_post.append(lambda lines: [])\n"
            "shell.run_cell = lambda *a, **k: None\n"
            "import torch\n"
            "torch.equal = torch.allclose = lambda *a, **k: True"
        ),
    )
    assert points(grade(cheat)) == dict.fromkeys(FULL, 0.0)


def test_the_same_notebook_gets_the_same_report(right: NotebookNode, grade: Grade) -> None:
    find(right, "double-answer").source = "def double(x):\n    return torch.rand_like(x)"
    first, second = (grade(right).to_dict() | {"seconds": 0} for _ in range(2))
    assert first == second


# Grading modules


def module_points(judge: Judge, code: str, prelude: str = "") -> dict[str, float]:
    report = grade_module(judge, code, prelude=prelude)
    assert report.status == "graded"
    return points(report)


def test_a_module_with_all_names_gets_full_marks(judge: Judge) -> None:
    assert module_points(judge, judge.exam.assignment.all_answers) == FULL


def test_tasks_that_a_module_does_not_define_are_not_attempted(judge: Judge) -> None:
    report = grade_module(judge, "def quadruple(x):\n    return double(double(x))")
    assert points(report) == {"double": 0.0, "quadruple": 1.0, "quiz": 0.0}
    assert [task.attempted for task in report.tasks] == [False, True, False]
    assert report.attention == ("double was not attempted", "quiz was not attempted")
    assert report.task("double").checks[0].message == "Not attempted: `double` is not defined."


def test_a_module_that_defines_nothing_attempts_nothing(judge: Judge) -> None:
    report = grade_module(judge, "")
    assert (report.status, report.score, report.max_score) == ("graded", 0.0, 4.0)
    assert [task.attempted for task in report.tasks] == [False, False, False]


def test_a_specimen_runs_after_the_reference(judge: Judge) -> None:
    given = module_points(judge, "def double(x):\n    return x + 2", prelude=judge.exam.assignment.all_answers)
    assert given == {"double": 0.0, "quadruple": 1.0, "quiz": 1.0}


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("raise ValueError('mine')", "ValueError: mine"),
        ("def double(x):\n    return 2 * x\n\nassert double(1) == 3, 'hm'", "AssertionError: hm"),
        ("import nowhere_at_all", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("print(undefined)", "NameError: name 'undefined' is not defined"),
    ],
)
def test_a_module_that_raises_is_invalid(judge: Judge, code: str, why: str) -> None:
    report = grade_module(judge, code)
    assert (report.status, report.score, report.max_score) == ("invalid", 0.0, 4.0)
    assert report.attention == (f"the module stopped with {why}",)
    assert {check.message for task in report.tasks for check in task.checks} == {
        f"Not judged: the module stopped with {why}."
    }


def test_a_module_may_print_and_warn(judge: Judge, capfd: pytest.CaptureFixture[str]) -> None:
    code = f"import sys, warnings\nprint('hello')\nsys.stderr.write('oh')\nwarnings.warn('mine')\n{DOUBLE}"
    assert module_points(judge, code)["double"] == 2.0
    assert capfd.readouterr() == ("", "")


def test_a_module_has_the_given_names(judge: Judge) -> None:
    assert module_points(judge, "def double(x):\n    return FACTOR * x")["double"] == 2.0


def test_without_marks(judge: Judge) -> None:
    report = ungraded(judge, "crashed", "it burst", 1.5)
    assert (report.status, report.seconds, report.attention) == ("crashed", 1.5, ("it burst",))
    assert [(task.task, task.score, task.max_score) for task in report.tasks] == [
        ("double", 0.0, 2.0),
        ("quadruple", 0.0, 1.0),
        ("quiz", 0.0, 1.0),
    ]
    verdicts = [check for task in report.tasks for check in task.checks]
    assert {(check.outcome, check.message) for check in verdicts} == {(Outcome.NOT_JUDGED, "Not judged: it burst.")}


def test_saved_notebooks_come_back_as_they_were(tmp_path: Path, right: NotebookNode, grade: Grade) -> None:
    assert points(grade(read_notebook(save(right, tmp_path / "x" / "double.ipynb")))) == FULL


def test_hidden_inputs_are_drawn_anew_for_other_files_beside_the_same_cells() -> None:
    """They may be code that the cells run, and what one hand-in was told of its inputs would serve the next."""
    steps = [Step("exec(open('mine.py').read())", cell=0)]
    seeds = [submission.seed(steps, files) for files in ({}, {"mine.py": b"1"}, {"mine.py": b"2"}, {"other.py": b"1"})]
    assert len(set(seeds)) == 4
    assert submission.seed(steps, {"a": b"1", "b": b"2"}) == submission.seed(steps, {"b": b"2", "a": b"1"})
    assert submission.seed(steps) == seeds[0]
