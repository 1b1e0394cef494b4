"""What several tests need: the programs themselves, and submissions to a course."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from autograder.assignment import read_assignment
from autograder.course import COURSE_VARIABLE, Course
from autograder.grading.notebooks import filled_in, reference_answers

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = Path(sys.executable).parent


def run(program: str, *arguments: object, cwd: Path, path: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program of this virtual environment as a user would, with a terminal of 120 columns.

    `path`: the PATH that it sees; default: the one of this process.
    """
    env = {key: value for key, value in os.environ.items() if key != COURSE_VARIABLE}
    env |= {"COLUMNS": "120", "USER": env.get("USER", "tester"), "PATH": env["PATH"] if path is None else path}
    words = [str(PROGRAMS / program), *map(str, arguments)]
    return subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=300)


def release(course: Course, slug: str = "double") -> NotebookNode:
    """The student's notebook, not solved."""
    return nbformat.read(course.notebook("release", slug), as_version=4)


def solved(course: Course, slug: str = "double", **answers: str) -> NotebookNode:
    """The student's notebook with the reference in its slots, but for the answers given by task."""
    return filled_in(release(course, slug), {**reference_answers(read_assignment(course, slug)), **answers})


def find(notebook: NotebookNode, grade_id: str) -> NotebookNode:
    """The cell of this grade id."""
    return next(cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade_id") == grade_id)


def save(notebook: NotebookNode, path: Path) -> Path:
    """Write a notebook, in a folder that is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)
    return path


def scores(report: Mapping[str, Any]) -> dict[str, float]:
    """Points by task, of a report's JSON form."""
    return {task["task"]: task["score"] for task in report["tasks"]}
