"""The engine in nbgrader: its gradebook gets the engine's marks, and students' code gets nothing."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import nbformat
import pytest
from helpers import find, save, solved
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook, new_output
from nbgrader.utils import determine_grade
from stock import Nbgrader
from traitlets.config import Config

from autograder.course import CONFIG, Course
from autograder.errors import CourseError
from autograder.grading import nbgrader_step
from autograder.grading.folders import report_path
from autograder.grading.nbgrader_step import RunBehindTheWall
from autograder.grading.results import read_report
from autograder.sandbox.isolation import Isolation, weakness

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
    # What pages and exports say rests on the reports, whoever graded.
    reports = {student: read_report(report_path(course, "double", student)) for student in points}
    assert {student: kept and kept.report.score for student, kept in reports.items()} == {
        student: sum(tasks.values()) for student, tasks in points.items()
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


def run(folder: Path, notebook: NotebookNode, log: str = "elsewhere", **sections: dict[str, Any]) -> NotebookNode:
    """A submission of ada's through the step alone, in a course that is nothing but a folder and a configuration."""
    config = Config({"CourseDirectory": {"root": str(folder)}, **sections})
    place = folder / "autograded" / "ada" / "ps1"
    place.mkdir(parents=True, exist_ok=True)
    about = {"student": "ada", "assignment": "ps1", "notebook": "ps1"}
    resources = {"nbgrader": about, "metadata": {"path": str(place)}}
    step = RunBehindTheWall(config=config, log=logging.getLogger(log))
    return step.preprocess(notebook, resources)[0]


def marks(notebook: NotebookNode) -> list[float]:
    return [determine_grade(one)[0] for one in notebook.cells if one.metadata.nbgrader.grade]


def test_any_course_will_do(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    notebook = new_notebook(
        cells=[
            cell("import helper\nx = float(open('data.csv').read())", "answer", solution=True, locked=False),
            cell("assert helper.double(x) == 6", "exact", grade=True, points=2),
            cell("x / 0 if x else 1", "error", grade=True, points=2),
            cell("import os\nos._exit(1)", "ends", grade=True, points=1),
            cell("import numpy, warnings\nwarnings.warn('old')\nnumpy.float64(x / 6)", "partly", grade=True, points=1),
            cell("-x", "less", grade=True, points=1),
            cell("while x: pass", "loop", grade=True, points=1),
            cell("assert x == 3", "after", grade=True, points=1),
        ]
    )
    place = tmp_path / "autograded" / "ada" / "ps1"
    save(notebook, place / "ps1.ipynb")
    (place / "data.csv").write_text("3", encoding="utf-8")
    (place / "helper.py").write_text("def double(x):\n    return 2 * x\n", encoding="utf-8")
    (place / "secret").symlink_to(tmp_path)
    with caplog.at_level(logging.WARNING):
        notebook = run(tmp_path, notebook, Execute={"timeout": 6})
    assert marks(notebook) == [2, 0, 0, 0.5, 0, 0, 1]
    assert [record.getMessage() for record in caplog.records] == ["ada: less: its result, -3.0, is no mark from 0 to 1"]


def test_settings_are_those_that_nbgrader_was_loaded_with(tmp_path: Path) -> None:
    notebook = new_notebook(cells=[cell("print('x' * 500)", "flood")])
    notebook = run(tmp_path, notebook, Autograder={"output_chars": 10})
    assert notebook.cells[0].outputs[0].text == "x" * 10 + "\n[The output was longer than allowed and is cut here.]"
    with pytest.raises(CourseError, match=r"c.Autograder has no setting 'second'"):
        run(tmp_path, notebook, Autograder={"second": 10})


def test_without_execution_what_was_handed_in_counts(tmp_path: Path) -> None:
    notebook = new_notebook(cells=[cell("1 / 0", "cell", grade=True, points=3)])
    notebook.cells[0].outputs = [new_output("execute_result", {"text/plain": "1.5"})]
    assert marks(run(tmp_path, notebook, Execute={"enabled": False})) == [1.5]
    assert marks(run(tmp_path, notebook)) == [0]


@pytest.mark.parametrize(
    "metadata",
    [{"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}}, {"language_info": {"name": "R"}}],
)
def test_another_language_is_refused(tmp_path: Path, metadata: dict[str, Any]) -> None:
    with pytest.raises(CourseError, match="its language is R, and the sandbox runs Python alone"):
        run(tmp_path, new_notebook(cells=[cell("x <- 1", "cell")], metadata=metadata))


def test_marking_cells_without_their_checks_are_refused(tmp_path: Path) -> None:
    """Inside, they could but fail, and everybody would have 0."""
    source = 'from autograder import mark\nmark("ps1", "task", globals())'
    with pytest.raises(
        CourseError, match="its marking cells call hidden checks, but the course has no assignments/ps1/"
    ):
        run(tmp_path, new_notebook(cells=[cell(source, "task", grade=True, points=1)]))


@pytest.mark.parametrize("linked", ["submitted/ada/ps1", "submitted/ada/ps1/ps1.ipynb"])
def test_what_was_handed_in_as_a_link_is_refused(tmp_path: Path, linked: str) -> None:
    """nbgrader follows it, to whatever notebook it leads, and would give that one's marks and show its answers."""
    (tmp_path / "source" / "ps1").mkdir(parents=True)
    place = tmp_path / linked
    place.parent.mkdir(parents=True)
    place.symlink_to(tmp_path / "source" / "ps1")
    with pytest.raises(CourseError) as caught:
        run(tmp_path, new_notebook(cells=[cell("x = 1", "cell")]))
    assert str(caught.value) == (
        f"{place}: it is a link, which leads to what may not be the student's. Put a copy of what was handed in into "
        "its place."
    )


def test_without_a_wall_nothing_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(course: Path) -> Isolation:
        raise CourseError("submissions cannot be walled in")

    monkeypatch.setattr(nbgrader_step, "best", none)
    with pytest.raises(CourseError, match="cannot be walled in"):
        run(tmp_path, new_notebook(cells=[cell("x = 1", "cell")]), log="elsewhere.unwalled")


def test_what_landlock_does_not_hold_back_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(nbgrader_step, "best", lambda course: Isolation.LANDLOCK)
    log = logging.getLogger("elsewhere.landlock")
    with caplog.at_level(logging.WARNING):
        assert [nbgrader_step._isolation(log, "course") for _ in range(2)] == [Isolation.LANDLOCK] * 2
    assert [record.getMessage() for record in caplog.records] == [weakness(Isolation.LANDLOCK)]
