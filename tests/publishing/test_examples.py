"""The workflow for GitHub, run step by step as GitHub would, but for what it installs."""

from __future__ import annotations

import ast
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import PROGRAMS, find, release, run, save, solved
from nbformat import NotebookNode

from autograder.course import Course
from autograder.publishing import examples

EXAMPLE = "double-example-01"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory, make_course: Callable[[Path], Course]) -> Course:
    return make_course(tmp_path_factory.mktemp("course") / "mini")


@pytest.fixture
def repository(course: Course, tmp_path: Path) -> Path:
    done = run("autograder", "examples", "--install", tmp_path / "student", cwd=course.root)
    assert (done.returncode, done.stderr) == (0, "")
    folder = tmp_path / "student"
    assert done.stdout.splitlines() == [
        f"wrote {folder}/.github/workflows/examples.yml",
        f"wrote {folder}/.github/examples.py",
        f"wrote {folder}/double.ipynb",
    ]
    return folder


def steps(repository: Path) -> list[dict[str, Any]]:
    (job,) = yaml.safe_load((repository / ".github/workflows/examples.yml").read_text(encoding="utf-8"))[
        "jobs"
    ].values()
    found: list[dict[str, Any]] = job["steps"]
    return found


def push(repository: Path) -> subprocess.CompletedProcess[str]:
    """What the workflow's commands do; pip is not asked. Nothing of this package is on the path."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    env |= {"PATH": f"{PROGRAMS}:/usr/bin:/bin", "GITHUB_STEP_SUMMARY": str(repository.parent / "summary.md")}
    commands = [step["run"] for step in steps(repository) if "run" in step and " -m pip " not in step["run"]]
    assert len(commands) == 1
    return subprocess.run(
        ["bash", "-e", "-c", *commands],
        cwd=repository,
        env=env,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


def test_the_workflow(repository: Path) -> None:
    checkout, python, install, grade = steps(repository)
    assert checkout["uses"].startswith("actions/checkout@")
    assert python["with"]["python-version"] == f"3.{sys.version_info.minor}"
    words = shlex.split(install["run"])
    assert words[:4] == ["python", "-m", "pip", "install"]
    assert [word.split("==")[0] for word in words[6:]] == [
        "torch",
        "numpy",
        "matplotlib",
        "ipykernel",
        "nbclient",
        "nbformat",
    ]
    assert grade["run"] == "python .github/examples.py double.ipynb"
    text = (repository / ".github/workflows/examples.yml").read_text(encoding="utf-8")
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}


def test_nothing_hidden_goes_to_students(repository: Path, course: Course) -> None:
    text = (repository / ".github" / "examples.py").read_text(encoding="utf-8")
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(text))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported - set(sys.stdlib_module_names) == {"nbformat", "nbclient"}
    assert (repository / "double.ipynb").read_bytes() == course.notebook("release", "double").read_bytes()
    assert sorted(path.name for path in repository.rglob("*") if path.is_file()) == [
        "double.ipynb",
        "examples.py",
        "examples.yml",
    ]


def test_a_push_that_solves_it(repository: Path, course: Course) -> None:
    save(solved(course), repository / "double.ipynb")
    done = push(repository)
    assert (done.returncode, done.stdout) == (0, f"double.ipynb\n  passed  {EXAMPLE}\nall examples passed\n")
    assert "    all examples passed\n" in (repository.parent / "summary.md").read_text(encoding="utf-8")


def test_a_push_of_the_notebook_as_it_was(repository: Path) -> None:
    done = push(repository)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "double.ipynb",
        f"  FAILED  {EXAMPLE}: NotImplementedError:",
        "1 of the examples failed",
    ]


def test_a_push_without_the_notebook(repository: Path) -> None:
    (repository / "double.ipynb").unlink()
    done = push(repository)
    assert done.returncode == 1
    assert "double.ipynb: there is no such file; push the notebook under this name" in done.stdout


def test_again_leaves_a_student_s_notebook(repository: Path, course: Course) -> None:
    save(solved(course), repository / "double.ipynb")
    before = (repository / "double.ipynb").read_bytes()
    done = run("autograder", "examples", "--install", repository, cwd=course.root)
    assert f"left {repository}/double.ipynb as it is" in done.stdout
    assert (repository / "double.ipynb").read_bytes() == before


def test_both_notebooks_by_the_command(course: Course, tmp_path: Path) -> None:
    """It needs no course: students' notebooks lie anywhere."""
    right, wrong = tmp_path / "right.ipynb", tmp_path / "wrong.ipynb"
    save(solved(course), right)
    save(solved(course, double="def double(x):\n    return x + 2\n"), wrong)
    done = run("autograder", "examples", right, wrong, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        str(right),
        f"  passed  {EXAMPLE}",
        str(wrong),
        f"  FAILED  {EXAMPLE}: AssertionError: twice one is two",
        "1 of the examples failed",
    ]


def test_no_notebook_named(tmp_path: Path) -> None:
    done = run("autograder", "examples", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "name a notebook, or a repository with --install" in done.stderr


def found(notebook: NotebookNode | str, folder: Path, seconds: float = 60) -> list[str]:
    """What the program says of it, in a process of its own: a kernel leaves sockets open."""
    path = folder / "n.ipynb"
    if isinstance(notebook, str):
        path.write_text(notebook, encoding="utf-8")
    else:
        save(notebook, path)
    call = f"import examples, pathlib\nfor one in examples.run_examples(pathlib.Path('n.ipynb'), {seconds}): print(one)"
    env = {**os.environ, "PYTHONPATH": str(Path(examples.__file__).parent)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", call], cwd=folder, env=env, capture_output=True, text=True, timeout=200, check=True
    )
    return done.stdout.splitlines()


def test_a_notebook_without_examples(course: Course, tmp_path: Path) -> None:
    notebook = solved(course)
    for cell in notebook.cells:
        cell.metadata.pop("nbgrader", None)
    assert found(notebook, tmp_path) == [
        "FAILED  n.ipynb: it has no examples; start again from the notebook that you were given"
    ]


@pytest.mark.parametrize("text", ["{", "[]", '{"cells": 1}', "\x00"])
def test_no_notebook(text: str, tmp_path: Path) -> None:
    (line,) = found(text, tmp_path)
    assert line.startswith("FAILED  n.ipynb: it cannot be read (")


def test_outputs_that_were_pushed_count_for_nothing(course: Course, tmp_path: Path) -> None:
    notebook = release(course)
    cell = find(notebook, EXAMPLE)
    cell.execution_count = 7
    assert found(notebook, tmp_path) == [f"FAILED  {EXAMPLE}: NotImplementedError:"]


def test_a_kernel_that_dies(course: Course, tmp_path: Path) -> None:
    assert found(solved(course, double="import os\nos._exit(1)\n"), tmp_path) == [
        f"FAILED  {EXAMPLE}: it was not run: a cell before it, or this one, ended the kernel"
    ]


def test_a_cell_without_end_is_interrupted(course: Course, tmp_path: Path) -> None:
    endless = "def double(x):\n    while True:\n        pass\n"
    assert found(solved(course, double=endless), tmp_path, seconds=5) == [f"FAILED  {EXAMPLE}: KeyboardInterrupt:"]
