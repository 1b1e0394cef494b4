"""What run_autograder starts: one submission graded as `autograder grade` grades it, into results.json.

What it prints, Gradescope shows to instructors only.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import traceback
from dataclasses import replace
from pathlib import Path
from typing import Any

from autograder import quick_start  # noqa: F401 - first, as it says
from autograder.course import Course
from autograder.errors import AutograderError
from autograder.grading.submitted import read
from autograder.grading.work import grade
from autograder.judging.exam import load_exam
from autograder.judging.judge import Judge
from autograder.publishing.gradescope.content import Content
from autograder.publishing.gradescope.results import not_graded, results
from autograder.sandbox.isolation import best, weakness
from autograder.sandbox.limits import Limits

# What grader and sandbox take before a submission does anything: 500 to 580 MB were measured.
_OUR_MB = 600
_LEAST_MB = 256


def main(words: list[str]) -> None:
    """`[--prepare] ROOT`: grade what lies in ROOT/submission; or, once, make what would take time for each."""
    *options, root = words
    if options == ["--prepare"]:
        prepare(Path(root))
    else:
        write(Path(root) / "results" / "results.json", graded(Path(root)))


def graded(root: Path) -> dict[str, Any]:
    """The results. Never raises: where the grader itself fails, they say so and have no score."""
    try:
        content = _content(root)
        isolation = best(content.isolation, Path(content.setup.root))
        print(f"students' code runs behind {isolation}. {weakness(isolation)}")
        settings = replace(content.setup.settings, memory_mb=memory_for(content.setup.settings.memory_mb))
        setup = replace(content.setup, isolation=isolation.value, settings=settings)
        entry = grade(setup, read("student", root / "submission", content.ignored))
        for sentence in entry.report.attention:
            print(f"look at: {sentence.encode('utf-8', 'replace').decode()}")
        return results(entry.report, content.visibility, Limits.of(setup.settings))
    except AutograderError as error:
        print(f"autograder: {error}")
    except Exception:
        traceback.print_exc(file=sys.stdout)
    return not_graded()


def memory_for(wanted: int, groups: Path = Path("/sys/fs/cgroup")) -> int:
    """How many MB a submission may use, so that it ends before the container does, and the results with it. For a
    moment it may have a quarter more."""
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        with contextlib.suppress(OSError, ValueError):
            room = (int((groups / name).read_text()) >> 20) - _OUR_MB
            return min(wanted, max(_LEAST_MB, room * 4 // 5))
    return wanted


def prepare(root: Path) -> None:
    """What the known wrong answers do in each check, so that no submission waits for it."""
    content = _content(root)
    course = Course(Path(content.setup.root))
    Judge(load_exam(course, content.setup.slug), content.setup.settings, course.cache).prepare()


def write(path: Path, found: dict[str, Any]) -> None:
    """Whole, or as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}")
    fresh.write_text(json.dumps(found, allow_nan=False, indent=1), encoding="utf-8")
    os.replace(fresh, path)


def _content(root: Path) -> Content:
    source = root / "source"
    return Content.from_json((source / "setup.json").read_text(encoding="utf-8"), source / "course")


if __name__ == "__main__":
    main(sys.argv[1:])
