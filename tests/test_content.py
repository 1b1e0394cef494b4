"""What must hold of the course's own assignments, whatever they say."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import IPython.core.interactiveshell  # noqa: F401 - here once, and not in each process apart
import nbformat
import pytest
from helpers import ROOT

from autograder.course import Course
from autograder.grading.engine import Engine
from autograder.grading.files import Grader
from autograder.judging.exam import load_exam

COURSE = Course(ROOT)
SLUGS = COURSE.assignments
WELCOME = {"torch", "numpy", "matplotlib"} | sys.stdlib_module_names


def test_the_course_has_its_two_assignments() -> None:
    assert {"learned_positions", "sinusoidal_positions"} <= set(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_cell_of_the_solved_notebook_runs_without_a_warning(slug: str, tmp_path: Path) -> None:
    """Those that are skipped when a submission is graded run here too: they are the lesson."""
    notebook = nbformat.read(COURSE.notebook("source", slug), as_version=4)
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code" and "HIDDEN TESTS" not in cell.source]
    script = tmp_path / "notebook.py"
    script.write_text("\n\n".join(code), encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "agg"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_student_can_open_the_release_anywhere(slug: str) -> None:
    notebook = nbformat.read(COURSE.notebook("release", slug), as_version=4)
    tree = ast.parse("\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code"))
    nodes = list(ast.walk(tree))
    imported = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "." * node.level for node in nodes if isinstance(node, ast.ImportFrom)}
    assert sorted(name for name in imported if name.split(".")[0] not in WELCOME) == []
    assert "torch" in imported


@pytest.mark.parametrize("slug", SLUGS)
def test_the_release_is_unrun_and_valid(slug: str) -> None:
    notebook = nbformat.read(COURSE.notebook("release", slug), as_version=4)
    nbformat.validate(notebook)
    run = [cell.id for cell in notebook.cells if cell.cell_type == "code" and (cell.outputs or cell.execution_count)]
    assert run == []


@pytest.mark.parametrize("slug", SLUGS)
def test_twenty_points_in_all(slug: str) -> None:
    exam = load_exam(COURSE, slug)
    assert sum(task.points for task in exam.assignment.tasks) == 20.0
    assert sum(check.points for check in exam.checks) == 20.0
    for kind in ("source", "release"):
        cells = [cell.metadata.get("nbgrader", {}) for cell in nbformat.read(COURSE.notebook(kind, slug), 4).cells]
        points = {cell["grade_id"]: cell["points"] for cell in cells if cell.get("grade") and cell["points"]}
        assert points == {task.name: task.points for task in exam.assignment.tasks}


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_not_solved_earns_nothing_and_the_reference_everything(slug: str, engine: Engine) -> None:
    grader = Grader(COURSE, engine, slug)
    full = {task.name: task.points for task in load_exam(COURSE, slug).assignment.tasks}
    for path, wanted in (
        (COURSE.notebook("release", slug), dict.fromkeys(full, 0.0)),
        (COURSE.notebook("source", slug), full),
        (COURSE.reference_text(slug), full),
    ):
        (report,) = grader.grade(path)
        assert (report.status, {task.task: task.score for task in report.tasks}) == ("graded", wanted)
