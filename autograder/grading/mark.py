"""What a marking cell does under stock nbgrader: judge one task in the notebook's own kernel."""

from __future__ import annotations

import functools
import math
import textwrap
from pathlib import Path
from typing import Any

from autograder.course import Course
from autograder.judging.exam import load_exam
from autograder.judging.judge import Judge
from autograder.student.local import LocalStudent
from autograder.verdict import Outcome, TaskVerdict
from autograder.wording import FOLLOW_THROUGH

# How many signs of a line nbgrader's pages show: the rest is behind the edge of a box.
_WIDTH = 118
_INDENT = " " * 14
_SIGNS = {Outcome.PASSED: "passed    ", Outcome.FAILED: "FAILED    ", Outcome.NOT_JUDGED: "not judged"}


def mark_task(assignment: str, task: str, namespace: dict[str, Any]) -> float:
    """The task's points, a plain float from 0 to its maximum: nbgrader gives full marks for nearly anything else.

    An exception would become 0 points and a traceback in the student's feedback: here it becomes 0 points and a
    sentence.
    """
    try:
        judged = _judged_in(id(namespace), assignment)
        judged.pop(task, None)
        verdict = judge_for(Course.find().root, assignment).task(task, LocalStudent(namespace), judged=judged)
        judged[task] = verdict
    except Exception as error:
        print(f"Not judged: {type(error).__name__}: {error} This is not your fault; your instructor has to look at it.")
        return 0.0
    print(in_words(verdict))
    score = float(verdict.score)
    return score if math.isfinite(score) and 0 <= score <= verdict.max_score else 0.0


def in_words(verdict: TaskVerdict) -> str:
    """A task's verdict as text, a line for each check and its message below it."""
    lines = [f"{verdict.task}: {verdict.score:g} of {verdict.max_score:g} points"]
    if verdict.follow_through:
        lines.append(FOLLOW_THROUGH)
    for check in verdict.checks:
        lines += _wrapped(f"  {_SIGNS[check.outcome]}  {check.points:g}/{check.max_points:g}  {check.title}", "")
        if check.message:
            name = f" [{check.misconception.replace('_', ' ')}]" if check.misconception else ""
            for line in f"{check.message}{name}".split("\n"):
                lines += _wrapped(line, _INDENT)
    return "\n".join(lines).encode("utf-8", "replace").decode()  # a message may hold half a character


def _wrapped(line: str, indent: str) -> list[str]:
    return textwrap.wrap(
        line, _WIDTH, initial_indent=indent, subsequent_indent=_INDENT, expand_tabs=False, replace_whitespace=False,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


@functools.cache
def _judged_in(namespace: int, assignment: str) -> dict[str, TaskVerdict]:
    """The verdicts so far in one kernel: each marking cell is a call of its own."""
    return {}


@functools.cache
def judge_for(root: Path, assignment: str) -> Judge:
    """One judge for each process: a kernel's marking cells share it, and all notebooks of an nbgrader run."""
    course = Course(root)
    return Judge(load_exam(course, assignment), course.settings(), course.cache)
