"""A student's marks in a few words of HTML, for a platform's field of comments."""

from __future__ import annotations

import re
from html import escape

from autograder.publishing.marks import StudentMarks, TaskMarks
from autograder.verdict import Outcome, TaskVerdict
from autograder.wording import FOLLOW_THROUGH

_OPEN, _CLOSE = '<div class="autograder">', "</div>"
_OURS = re.compile(re.escape(_OPEN) + ".*?" + re.escape(_CLOSE), re.S)


def feedback_comments(marks: StudentMarks, former: str = "") -> str:
    """What each task earned, what each failed check says, and what a human wrote; one line of HTML.

    `former`: what stands in the field. What a human wrote there stays; an earlier one of ours gives way.
    """
    judged = {task.task: task for task in marks.report.tasks} if marks.report else {}
    parts = [_task(task, judged.get(task.task)) for task in marks.tasks]
    if marks.penalty:
        parts.append(f"<p>Handed in late: {marks.penalty:g} points off.</p>")
    parts += [f"<p><b>{_words(cell)}</b>: {_words(comment)}</p>" for cell, comment in marks.comments]
    return f"{_OURS.sub('', former).strip()}{_OPEN}{''.join(parts)}{_CLOSE}"


def _task(task: TaskMarks, verdict: TaskVerdict | None) -> str:
    by_hand = " (marked by a human)" if task.manual is not None else ""
    score = "no points yet" if task.score is None else f"{task.score:g} of {task.max_score:g}"
    text = f"<p><b>{_words(task.task)}</b>: {score}{by_hand}</p>"
    if verdict is None or task.manual is not None:
        return text
    if not verdict.attempted:
        return text + "<p>Not attempted.</p>"
    follow = f"<p>{FOLLOW_THROUGH}</p>"
    rows = [
        f"<li>{_words(check.title)} {_words(check.message)}</li>"
        for check in verdict.checks
        if check.outcome is not Outcome.PASSED
    ]
    return text + (follow if verdict.follow_through else "") + (f"<ul>{''.join(rows)}</ul>" if rows else "")


def _words(text: str) -> str:
    """On one line, escaped, and so that no spreadsheet that splits at semicolons finds a formula behind an entity."""
    plain = escape(" ".join(text.encode("utf-8", "replace").decode().split()))
    return re.sub(r"(; *)([=+\-@])", lambda found: f"{found[1]}&#{ord(found[2])};", plain)
