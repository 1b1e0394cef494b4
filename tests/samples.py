"""Assignments that are not ours: the sample notebooks inside the installed nbgrader package, as one course.

Run as a program, since nbgrader leaves sockets open where it runs kernels: `python samples.py engine|stock [NAME…]`
grades them, and writes what it gave as JSON.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import nbformat
import nbgrader
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.api import Gradebook
from stock import Nbgrader

from autograder.course import CONFIG, Course

PACKAGE = Path(nbgrader.__file__).parent
APPS = PACKAGE / "tests" / "apps" / "files"
PREPROCESSORS = PACKAGE / "tests" / "preprocessors" / "files"
GUIDE = PACKAGE / "docs" / "source" / "user_guide"

STOCK = """\
c = get_config()
c.CourseDirectory.course_id = "elsewhere"
c.CourseDirectory.root = {root!r}
c.Execute.timeout = {seconds}
"""
ENGINE = """\
c.Autograde.autograde_preprocessors = [
    "autograder.grading.nbgrader_step.RunBehindTheWall",
    "nbgrader.preprocessors.IgnorePattern",
    "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
"""


@dataclass(frozen=True)
class Sample:
    """A master notebook and what is handed in for it, by student; `beside`: files that lie with the submission.

    `seconds`: after which a cell is interrupted.
    """

    master: Path
    submissions: dict[str, Path]
    beside: tuple[Path, ...] = ()
    seconds: int = 30


def _alone(folder: Path, *names: str, seconds: int = 30) -> dict[str, Sample]:
    """Notebooks handed in as they are."""
    paths = {name: folder / f"{name}.ipynb" for name in names}
    return {name: Sample(path, {"same": path}, seconds=seconds) for name, path in paths.items()}


def _family(folder: Path, master: str, **submissions: str) -> Sample:
    return Sample(folder / f"{master}.ipynb", {who: folder / f"{name}.ipynb" for who, name in submissions.items()})


SAMPLES: dict[str, Sample] = {
    "submitted": _family(
        APPS,
        "submitted-unchanged",
        unchanged="submitted-unchanged",
        changed="submitted-changed",
        cheat="submitted-cheat-attempt",
        cheat2="submitted-cheat-attempt-alternative",
        gradecell="submitted-grade-cell-changed",
        lockedcell="submitted-locked-cell-changed",
    ),
    "autotest-simple": _family(
        APPS, "autotest-simple", unchanged="autotest-simple-unchanged", changed="autotest-simple-changed"
    ),
    "autotest-hashed": _family(
        APPS, "autotest-hashed", unchanged="autotest-hashed-unchanged", changed="autotest-hashed-changed"
    ),
    "autotest-hidden": _family(
        APPS,
        "autotest-hidden",
        unchanged="autotest-hidden-unchanged",
        right="autotest-hidden-changed-right",
        wrong="autotest-hidden-changed-wrong",
    ),
    "autotest-multi": _family(
        APPS, "autotest-multi", unchanged="autotest-multi-unchanged", changed="autotest-multi-changed"
    ),
    "open_relative_file": Sample(
        APPS / "open_relative_file.ipynb", {"same": APPS / "open_relative_file.ipynb"}, (APPS / "data.txt",)
    ),
    **_alone(APPS, "infinite-loop", "infinite-loop-with-output", seconds=2),
    **_alone(
        APPS,
        "side-effects",
        "test-hidden-tests",
        "test-with-output",
        "test",
        "timeout",
        "validating-environment-variable",
        "validation-zero-points",
    ),
    "preprocessed": _family(
        PREPROCESSORS,
        "submitted-unchanged",
        unchanged="submitted-unchanged",
        changed="submitted-changed",
        gradecell="submitted-grade-cell-changed",
        lockedcell="submitted-locked-cell-changed",
        answertype="submitted-answer-cell-type-changed",
        gradetype="submitted-grade-cell-type-changed",
    ),
    **_alone(
        PREPROCESSORS,
        "infinite-recursion",
        "long-output",
        "manually-graded-code-cell",
        "test_taskcell",
        "warning-pattern",
        "header",
        "no-cell-type",
    ),
}
Scores = dict[str, float | None]


def graded(root: Path, names: Sequence[str], config: str) -> dict[str, tuple[dict[str, Scores], list[str]]]:
    """For each sample: every grade cell's auto_score by student, and the students whom nbgrader refuses to grade.

    "ps1" is the assignment of nbgrader's user guide, "odd" the notebook below. `config`: what is said
    besides the course's folder.
    """
    shutil.copy(APPS / "autotests.yml", root / "autotests.yml")
    found = {}
    for name in names:
        _hand_in(root, name)
        seconds = 12 if name == "odd" else SAMPLES[name].seconds if name in SAMPLES else 30
        (root / CONFIG).write_text(STOCK.format(root=str(root), seconds=seconds) + config, encoding="utf-8")
        nbgrader = Nbgrader(Course(root))
        nbgrader.generate_assignment(name)
        students = sorted(path.parent.name for path in root.glob(f"submitted/*/{name}"))
        refused = [student for student, complaint in nbgrader.autograde(name, students) if complaint]
        found[name] = (_scores(root, name), refused)
    return found


def _hand_in(root: Path, name: str) -> None:
    if name == "odd":
        for folder in (root / "source" / name, root / "submitted" / "same" / name):
            folder.mkdir(parents=True)
            nbformat.write(odd_notebook(), folder / "p1.ipynb")
        return
    if name not in SAMPLES:
        shutil.copytree(GUIDE / "source" / name, root / "source" / name)
        for student in ("bitdiddle", "hacker"):
            shutil.copytree(GUIDE / "submitted" / student / name, root / "submitted" / student / name)
        return
    sample = SAMPLES[name]
    places = {root / "source" / name: sample.master}
    places |= {root / "submitted" / student / name: path for student, path in sample.submissions.items()}
    for folder, notebook in places.items():
        folder.mkdir(parents=True)
        shutil.copy(notebook, folder / "p1.ipynb")
        for path in sample.beside:
            shutil.copy(path, folder / path.name)


def _scores(root: Path, name: str) -> dict[str, Scores]:
    with Gradebook(f"sqlite:///{root}/gradebook.db", "elsewhere") as gradebook:
        return {
            one.student.id: {
                grade.name if len(one.notebooks) == 1 else f"{notebook.name}/{grade.name}": grade.auto_score
                for notebook in one.notebooks
                for grade in notebook.grades
            }
            for one in gradebook.assignment_submissions(name)
        }


# auto_score by cell, None where it waits for a human: what stock nbgrader 0.9.6 gave (`python samples.py stock`), each
# infinite loop interrupted after 6 seconds.
EXPECTED: dict[str, dict[str, Scores]] = {
    "submitted": {
        "changed": {"foo": 1.0, "bar": 1.0, "baz": None, "quux": None},
        "cheat": {"foo": 1.0, "bar": 0.0, "baz": None, "quux": None},
        "cheat2": {"foo": 1.0, "bar": 0.0, "baz": None, "quux": None},
        "gradecell": {"foo": 1.0, "bar": 0.0, "baz": 0.0, "quux": 0.0},
        "lockedcell": {"foo": 1.0, "bar": 0.0, "baz": 0.0, "quux": 0.0},
        "unchanged": {"foo": 1.0, "bar": 0.0, "baz": 0.0, "quux": 0.0},
    },
    "autotest-simple": {"changed": {"test_simple": 1.0}, "unchanged": {"test_simple": 0.0}},
    "autotest-hashed": {"changed": {"test_hashed": 1.0}, "unchanged": {"test_hashed": 0.0}},
    "autotest-hidden": {
        "right": {"test_hidden": 1.0},
        "unchanged": {"test_hidden": 0.0},
        "wrong": {"test_hidden": 0.0},
    },
    "autotest-multi": {
        "changed": {
            "test_multi": 1.0,
            "cell-f2803ba7c42d03ab": 1.0,
            "cell-693350420ec62f1b": 0.0,
            "cell-13479eb0e5fff152": 1.0,
        },
        "unchanged": {
            "test_multi": 0.0,
            "cell-f2803ba7c42d03ab": 0.0,
            "cell-693350420ec62f1b": 0.0,
            "cell-13479eb0e5fff152": 0.0,
        },
    },
    "open_relative_file": {"same": {"open_file": 10.0}},
    "infinite-loop": {"same": {}},
    "infinite-loop-with-output": {"same": {}},
    "side-effects": {"same": {}},
    "test-hidden-tests": {
        "same": {
            "correct_squares": 0.0,
            "squares_invalid_input": 1.0,
            "correct_sum_of_squares": 0.0,
            "sum_of_squares_uses_squares": 0.5,
        }
    },
    "test-with-output": {
        "same": {
            "correct_squares": 1.0,
            "squares_invalid_input": 1.0,
            "correct_sum_of_squares": 0.5,
            "sum_of_squares_uses_squares": 0.5,
            "sum_of_squares_equation": None,
            "sum_of_squares_application": None,
        }
    },
    "test": {
        "same": {
            "correct_squares": 1.0,
            "squares_invalid_input": 1.0,
            "correct_sum_of_squares": 0.5,
            "sum_of_squares_uses_squares": 0.5,
            "sum_of_squares_equation": None,
            "sum_of_squares_application": None,
        }
    },
    "timeout": {"same": {"correct_squares": 1.0}},
    "validating-environment-variable": {"same": {"cell-bfbdf1784663b6b6": 0.0}},
    "validation-zero-points": {"same": {"correct_squares": 0.0}},
    "preprocessed": {
        "answertype": {"foo": None, "bar": None, "baz": None, "quux": None},
        "changed": {"foo": 1.0, "bar": 1.0, "baz": None, "quux": None},
        "gradecell": {"foo": 1.0, "bar": 0.0, "baz": 0.0, "quux": 0.0},
        "gradetype": {"foo": None, "bar": None, "baz": None, "quux": None},
        "lockedcell": {"foo": 1.0, "bar": 0.0, "baz": 0.0, "quux": 0.0},
        "unchanged": {"foo": 1.0, "bar": 0.0, "baz": 0.0, "quux": 0.0},
    },
    "infinite-recursion": {"same": {}},
    "long-output": {"same": {}},
    "manually-graded-code-cell": {"same": {"foo": None}},
    "test_taskcell": {
        "same": {
            "correct_squares": 0.0,
            "squares_invalid_input": 0.0,
            "correct_sum_of_squares": 0.0,
            "sum_of_squares_uses_squares": 0.0,
            "sum_of_squares_equation": None,
            "sum_of_squares_application": None,
            "task1": None,
        }
    },
    "warning-pattern": {"same": {}},
    "header": {"same": {}},
    "no-cell-type": {"same": {}},
    "ps1": {
        "bitdiddle": {
            "problem1/correct_squares": 0.0,
            "problem1/squares_invalid_input": 1.0,
            "problem1/correct_sum_of_squares": 0.0,
            "problem1/sum_of_squares_uses_squares": 0.5,
            "problem1/sum_of_squares_equation": None,
            "problem1/sum_of_squares_application": 0.0,
            "problem1/cell-938593c4a215c6cc": None,
            "problem2/part-a": None,
            "problem2/part-b": None,
        },
        "hacker": {
            "problem1/correct_squares": 1.0,
            "problem1/squares_invalid_input": 1.0,
            "problem1/correct_sum_of_squares": 0.5,
            "problem1/sum_of_squares_uses_squares": 0.5,
            "problem1/sum_of_squares_equation": None,
            "problem1/sum_of_squares_application": None,
            "problem1/cell-938593c4a215c6cc": None,
            "problem2/part-a": None,
            "problem2/part-b": None,
        },
    },
}
# Their cells' types do not fit the master's: nbgrader refuses them with either way of running cells.
REFUSED = {"preprocessed": ["answertype", "gradetype"]}


# Grade cells of 2 points each in one notebook, "odd": what they do, the score that stock nbgrader gave, the engine's.
# Where these differ, docs/decisions.md says why.
ODD: tuple[tuple[str, float, float], ...] = (
    ("import warnings\nwarnings.warn('old')", 0, 2),
    ("import logging\nlogging.warning('careful')", 0, 2),
    ("import sys\nprint('note', file=sys.stderr)\n1.5", 0, 1.5),
    ("import numpy\nnumpy.float64(0.5)", 2, 0.5),
    ("from fractions import Fraction\nFraction(1, 4)", 2, 0.25),
    ("-1.0", 2, 0),
    ("float('nan')", 2, 0),
    ("False", 2, 0),
    ("True", 2, 2),
    ("'no'", 2, 2),
    ("[1, 2]", 2, 2),
    ("None", 2, 2),
    ("0.5;", 2, 2),
    ("1.25", 1.25, 1.25),
    ("display(0.5)", 2, 2),
    ("print(0.5)", 2, 2),
    ("", 2, 2),
    ("import time\nseen = 1\ntime.sleep(600)", 0, 0),
    ("assert seen == 1", 2, 2),
    ("import asyncio\nawait asyncio.sleep(0)\n1.5", 1.5, 1.5),
    ("%%bash\nexit 3", 0, 0),
    ("!false", 2, 2),
    ("%timeit -n1 -r1 1", 2, 2),
    ("%%time\n0.5", 0.5, 0.5),
    ("input()", 0, 0),
    ("def f(:", 0, 0),
    ("import sys\nsys.exit(1)", 0, 0),
    ("raise KeyboardInterrupt", 0, 0),
    ("open('made.txt', 'w').close()\nassert open('made.txt').read() == ''", 2, 2),
    ("import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\n0.5", 0.5, 0.5),
    ("print('x' * 300_000)\n0.5", 0.5, 0.5),
    ("assert False  # with the tag skip-execution", 2, 0),
)


def odd_notebook() -> NotebookNode:
    """The notebook of `ODD`."""
    cells = []
    for number, (source, _, _) in enumerate(ODD):
        about = {"grade": True, "grade_id": f"cell{number}", "locked": True, "points": 2, "schema_version": 3}
        metadata = {"nbgrader": {**about, "solution": False, "task": False}}
        metadata |= {"tags": ["skip-execution"]} if "skip-execution" in source else {}
        cells.append(new_code_cell(source, id=f"cell{number}", metadata=metadata))
    return new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "3"}})


def main(way: str, *names: str) -> None:
    """Grade the samples, all if none is named, and print the results as JSON in the last line."""
    warnings.simplefilter("ignore")  # nbgrader's own
    with tempfile.TemporaryDirectory() as root:
        found = graded(Path(root), names or (*EXPECTED, "odd"), ENGINE if way == "engine" else "")
    print("\n" + json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
