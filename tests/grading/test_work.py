"""What a worker keeps from one submission to the next, and gives up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from helpers import ROOT, save, solved

from autograder.course import Course

# A process of its own: a worker keeps to one core, and one thread.
SCRIPT = """
import os, sys
from pathlib import Path
from autograder.course import Course
from autograder.grading.executors import packed
from autograder.grading.grade import Grading
from autograder.grading.submitted import read
from autograder.grading.work import grade
from autograder.sandbox.isolation import best

course = Course(Path(sys.argv[1]))
grading = Grading(course, "double", best())
submission = read("ada", grading.students()["ada"], ())
setup = grading._setup
for one in (setup, setup, packed(setup), setup):
    entry = grade(one, submission)
    folders = sorted(name.rsplit("-", 1)[0] for name in os.listdir(sys.argv[2]))
    print(entry.report.score, [notebook.name for notebook in entry.notebooks], folders)
"""


def test_one_sandbox_at_a_time_and_nothing_left(built: Course, tmp_path: Path) -> None:
    save(solved(built), built.root / "submitted" / "ada" / "double" / "double.ipynb")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary), "HOME": str(tmp_path)}
    words = [sys.executable, "-c", SCRIPT, str(built.root), str(temporary)]
    ended = subprocess.run(words, env=env, capture_output=True, text=True, check=False, timeout=300)
    assert ended.stdout.splitlines() == [
        "4.0 ['double'] ['autograder']",
        "4.0 ['double'] ['autograder']",
        "4.0 ['double'] ['autograder', 'autograder-course']",
        "4.0 ['double'] ['autograder']",
    ], ended.stderr
    assert list(temporary.iterdir()) == []
