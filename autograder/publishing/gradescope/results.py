"""A report as Gradescope's results.json: https://gradescope-autograders.readthedocs.io/en/latest/specs/"""

from __future__ import annotations

from typing import Any

from autograder.publishing.gradescope import Visibility
from autograder.sandbox.limits import Limits
from autograder.verdict import CheckVerdict, Outcome, Report, TaskVerdict
from autograder.wording import FOLLOW_THROUGH

NOT_GRADED = "Not graded, and not by your fault: ask your instructor to look at this autograder."
_PLAIN = {"output_format": "text", "test_output_format": "text", "test_name_format": "text"}


def results(
    report: Report, visibility: Visibility = Visibility.VISIBLE, limits: Limits | None = None
) -> dict[str, Any]:
    """A test for each check, numbered by task and check, with its points and what it says.

    Whatever a student wrote is plain text there, which Gradescope escapes. `visibility`: when students see tests and
    score. What a human should look at goes to where only instructors do.
    """
    tests = [
        _test(f"{number}.{place}", task, check, visibility)
        for number, task in enumerate(report.tasks, 1)
        for place, check in enumerate(task.checks, 1)
    ]
    return {
        "score": report.score,
        "execution_time": round(report.seconds, 3),
        "output": _text(_summary(report, visibility, limits or Limits())),
        **_PLAIN,
        "visibility": visibility.value,
        "stdout_visibility": "hidden",
        "extra_data": {
            "status": report.status,
            "isolation": report.isolation,
            "attention": [_text(sentence) for sentence in report.attention],
        },
        "tests": tests,
    }


def not_graded(why: str = NOT_GRADED) -> dict[str, Any]:
    """Without a score: none was earned, and none was lost."""
    return {"output": why, **_PLAIN, "visibility": "visible", "stdout_visibility": "hidden", "tests": []}


def _test(number: str, task: TaskVerdict, check: CheckVerdict, visibility: Visibility) -> dict[str, Any]:
    return {
        "number": number,
        "name": _text(check.title),
        "name_format": "text",
        "score": check.points,
        "max_score": check.max_points,
        "status": "passed" if check.outcome is Outcome.PASSED else "failed",
        "output": _text(_output(task, check)),
        "output_format": "text",
        "tags": [task.task],
        "visibility": visibility.value,
    }


def _output(task: TaskVerdict, check: CheckVerdict) -> str:
    lines = []
    if check.outcome is Outcome.NOT_JUDGED and not check.message.startswith("Not judged"):
        lines.append("Not judged.")
    if check.message:
        name = f" [{check.misconception.replace('_', ' ')}]" if check.misconception else ""
        lines.append(check.message + name)
    if task.follow_through:
        lines.append(FOLLOW_THROUGH)
    return "\n".join(lines)


def _summary(report: Report, visibility: Visibility, limits: Limits) -> str:
    if report.status == "invalid":
        why = " ".join(report.attention[:1]).rstrip(".")
        return f"Nothing in it can be graded: {why}. Hand in again."
    lines = []
    if visibility is Visibility.VISIBLE:
        lines += [f"{task.task}: {task.score:g} of {task.max_score:g}" for task in report.tasks]
        lines += [f"In all: {report.score:g} of {report.max_score:g}"]
    if report.status != "graded":
        lines.append(limits.sentence(report.status))
    return "\n".join(lines)


def _text(words: str) -> str:
    """A student's message may hold half a character."""
    return words.encode("utf-8", "replace").decode()
