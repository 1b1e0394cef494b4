"""What a worker keeps from one submission to the next, and gives up."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import ROOT, run, save, solved

from autograder.course import CONFIG, Course

# A process of its own: a worker keeps to one core, and one thread.
SCRIPT = """
import os, sys
import psutil
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
    sandboxes = len(psutil.Process().children())
    print(entry.report.score, [notebook.name for notebook in entry.notebooks], sandboxes, folders)
"""


@pytest.mark.slow
def test_one_sandbox_at_a_time_and_nothing_left(built: Course, tmp_path: Path) -> None:
    save(solved(built), built.root / "submitted" / "ada" / "double" / "double.ipynb")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary), "HOME": str(tmp_path)}
    words = [sys.executable, "-c", SCRIPT, str(built.root), str(temporary)]
    ended = subprocess.run(words, env=env, capture_output=True, text=True, check=False, timeout=300)
    assert ended.stdout.splitlines() == [
        "4.0 ['double'] 1 []",
        "4.0 ['double'] 1 []",
        "4.0 ['double'] 1 ['autograder-course']",
        "4.0 ['double'] 1 []",
    ], ended.stderr
    assert list(temporary.iterdir()) == []


def test_files_for_which_there_is_no_room_cost_their_submission_alone(built: Course) -> None:
    config = built.root / CONFIG
    config.write_text(config.read_text(encoding="utf-8") + "c.Autograder.home_mb = 1\n", encoding="utf-8")
    for student in ("ada", "bob"):
        save(solved(built), built.root / "submitted" / student / "double" / "double.ipynb")
    (built.root / "submitted" / "ada" / "double" / "data.bin").write_bytes(bytes(2 << 20))
    ended = run("autograder", "grade", "double", "--jobs", "1", cwd=built.root)
    assert (ended.returncode, ended.stderr) == (0, "")
    reports = built.root / "reports" / "double"
    found = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in reports.glob("*.json")}
    why = "its files are larger than the 1 MB that it may have"
    assert (found["ada"]["status"], found["ada"]["score"], found["ada"]["attention"]) == ("invalid", 0.0, [why])
    assert (found["bob"]["status"], found["bob"]["score"]) == ("graded", 4.0)
