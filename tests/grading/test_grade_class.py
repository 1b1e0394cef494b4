"""A class of many, one in ten of them hostile or broken: the others have what they get alone.

AUTOGRADER_CLASS=1000 makes it a large one.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from typing import Any

import pytest
from helpers import save, solved

from autograder.course import CONFIG, Course
from autograder.grading.classroom import make_class
from autograder.grading.engine import Engine
from autograder.grading.rebuild import Master
from autograder.judging.exam import load_exam
from autograder.judging.judge import Judge

pytestmark = pytest.mark.slow

SIZE = int(os.environ.get("AUTOGRADER_CLASS", "60"))
LIMITS = "c.Autograder.seconds = 10.0\nc.Autograder.memory_mb = 300\nc.Autograder.processes = 20\n"
HANG = "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass"
BOMB = "import os, time\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        time.sleep(0.01)"
HOSTILE = {
    "crashes": "import os\nos.abort()",
    "eats": "hoard = []\nwhile True:\n    hoard.append(bytearray(b'x') * (8 << 20))",
    "forks": BOMB,
    "hangs": HANG,
}
STATUS = {
    "hangs": ("timed-out",),
    "broken": ("invalid",),
    "eats": ("out-of-memory",),
    "forks": ("crashed",),
    "crashes": ("crashed",),
}


def hand_in_hostile(course: Course, number: int, kind: str) -> str:
    """Something that no grader likes. Gives the student's id."""
    student = f"x-{kind}-{number}"
    path = course.root / "submitted" / student / "double" / "double.ipynb"
    if kind in HOSTILE:
        save(solved(course, quadruple=HOSTILE[kind]), path)
        return student
    path.parent.mkdir(parents=True)
    if number // 2 % 3 == 0:
        path.write_bytes(bytes(range(256)))
    elif number // 2 % 3 == 1:
        os.mkfifo(path)
    else:
        path.mkdir()
    return student


def test_a_large_class_with_hostile_ones_in_it(
    built: Course,
    engine: Engine,
    grade: Callable[..., Any],
    in_gradebook: Callable[..., Any],
    report_of: Callable[..., Any],
) -> None:
    with (built.root / CONFIG).open("a") as config:
        config.write(LIMITS)
    kinds = itertools.cycle(["hangs", "broken", "eats", "broken", "forks", "broken", "crashes", "broken"])
    hostile = [hand_in_hostile(built, n, kind) for n, kind in zip(range(SIZE // 10), kinds, strict=False)]
    honest = make_class(built, "double", SIZE - len(hostile))
    for member in honest:
        save(member.notebook, built.root / "submitted" / member.student / "double" / "double.ipynb")

    ended = grade(built, "--jobs", "2")

    assert (ended.code, ended.err) == (0, "")
    assert f"\n{SIZE} submissions graded in " in ended.out
    judge, master = Judge(load_exam(built, "double"), built.settings()), Master.read(built, "double")
    alone: dict[str, Any] = {}
    marks = in_gradebook(built)
    assert set(marks) == {*hostile, *(member.student for member in honest)}
    for member in honest:
        text = repr(member.notebook)
        if text not in alone:
            alone[text] = engine.grade_notebook(judge, member.notebook, master).to_dict()
        report = report_of(built, member.student)
        assert (member.made_from, report["status"], report["tasks"]) == (
            member.made_from,
            "graded",
            alone[text]["tasks"],
        )
        assert marks[member.student] == {task["task"]: task["score"] for task in report["tasks"]}
    for student in hostile:
        kind = student.split("-")[1]
        status = report_of(built, student)["status"]
        assert status in STATUS[kind], (student, status)
        wanted = {"double": 2.0, "quadruple": 0.0, "quiz": 1.0} if kind in HOSTILE else dict.fromkeys(marks[student])
        assert (student, marks[student]) == (student, wanted)
