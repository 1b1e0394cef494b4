"""nbgrader's own material with the engine in place of its kernel: its sample notebooks, its quickstart, its tests.

Here runs what takes a minute or two. With AGAINST_NBGRADER=1 in the environment (`make test-nbgrader`) all of it runs,
stock nbgrader beside it.
"""

from __future__ import annotations

import json
import os
import pwd
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers import ROOT, run, save
from nbformat import read
from nbgrader.api import Gradebook
from samples import ENGINE, EXPECTED, GUIDE, ODD, PACKAGE, REFUSED, SAMPLES

from autograder.course import CONFIG

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

ALL = bool(os.environ.get("AGAINST_NBGRADER"))
SUITE = ("test_nbgrader_autograde", "test_nbgrader_generate_feedback", "test_nbgrader_releasefeedback")
SUITE += ("test_nbgrader_fetchfeedback",)
SELECTION = "test_showtraceback_exploit or test_infinite_loop or test_no_execute or test_side_effects"
# Files that cells write stay in the sandbox, and go with it.
INTENDED = {"test_side_effects"}


def python(*arguments: object, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    ours = {"USER": pwd.getpwuid(os.getuid()).pw_name, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""}
    environment = {**os.environ, **ours, **env}
    words = [sys.executable, *map(str, arguments)]
    return subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=1500)


def given(way: str, names: list[str], cwd: Path) -> dict[str, object]:
    ended = python(Path(__file__).with_name("samples.py"), way, *names, cwd=cwd)
    assert ended.returncode == 0, ended.stderr[-2000:]
    found: dict[str, object] = json.loads(ended.stdout.splitlines()[-1])
    return found


def expected(way: str, names: list[str]) -> dict[str, object]:
    odd = {f"cell{number}": row[1 if way == "stock" else 2] for number, row in enumerate(ODD)}
    marks = {**EXPECTED, "odd": {"same": odd}}
    return {name: [marks[name], REFUSED.get(name, [])] for name in names}


def test_the_engine_gives_the_marks_of_stock_nbgrader(tmp_path: Path) -> None:
    assert EXPECTED.keys() == {*SAMPLES, "ps1"}
    names = [*EXPECTED, "odd"]
    assert given("engine", names, tmp_path) == expected("engine", names)


def test_stock_nbgrader_gives_these_marks(tmp_path: Path) -> None:
    names = [*EXPECTED, "odd"] if ALL else ["open_relative_file", "autotest-hashed", "odd"]
    assert given("stock", names, tmp_path) == expected("stock", names)


def test_nbgraders_own_tests_pass_with_the_engine_in_place(tmp_path: Path) -> None:
    (tmp_path / "nbgrader").symlink_to(PACKAGE)
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / CONFIG).write_text(f"c = get_config()\n{ENGINE}", encoding="utf-8")
    files = [f"nbgrader/tests/apps/{name}.py" for name in SUITE]
    options = ["-c", tmp_path / "pytest.ini", "-q", "-p", "no:cacheprovider", "--junitxml", tmp_path / "report.xml"]
    options += [] if ALL else ["-k", SELECTION]
    ended = python("-m", "pytest", *options, *files, cwd=tmp_path, JUPYTER_CONFIG_DIR=str(tmp_path / "config"))
    cases = ElementTree.parse(tmp_path / "report.xml").findall(".//testcase")
    wrong = {
        str(case.get("name")) for case in cases if case.find("failure") is not None or case.find("error") is not None
    }
    assert wrong == INTENDED, ended.stdout[-3000:]
    assert len(cases) >= (60 if ALL else 4)


@pytest.mark.skipif(
    not ALL, reason="takes half a minute, on the notebooks of the user guide's course: AGAINST_NBGRADER=1"
)
def test_the_course_of_quickstart(tmp_path: Path) -> None:
    """Through the command line, with the configuration that nbgrader wrote and one setting more."""
    made = run("nbgrader", "quickstart", "course101", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    course = tmp_path / "course101"
    config = course / CONFIG
    config.write_text(config.read_text(encoding="utf-8") + ENGINE, encoding="utf-8")
    ended = run("nbgrader", "generate_assignment", "ps1", "--force", cwd=course)
    assert ended.returncode == 0, ended.stderr
    for path in GUIDE.glob("submitted/*/ps1/*.ipynb"):
        save(read(path, as_version=4), course / path.relative_to(GUIDE))
    ended = run("nbgrader", "autograde", "ps1", cwd=course)
    assert ended.returncode == 0, ended.stderr
    with Gradebook(f"sqlite:///{course}/gradebook.db", "course101") as gradebook:
        scores = {one.student.id: (one.score, one.max_score) for one in gradebook.assignment_submissions("ps1")}
    assert scores == {"bitdiddle": (1.5, 13.0), "hacker": (3.0, 13.0)}
