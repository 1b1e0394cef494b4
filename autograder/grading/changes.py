"""What a regrade would change: whose points, from what to what, and by which check."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.grading.gradebook import Marks
from autograder.verdict import CheckVerdict, Report, TaskVerdict


@dataclass(frozen=True)
class Change:
    """A submission that was graded. `before`: what the gradebook held, None if it held nothing. `former`: the report
    of the last time, None if there is none."""

    student: str
    report: Report
    before: Marks | None
    former: Report | None = None


@dataclass(frozen=True)
class Difference:
    """A task whose points change, the autograder's: None where there are none. `checks`: which of them it comes by, in
    words. `human`: a human's points stand in its place, before and after.
    """

    task: str
    now: float | None
    then: float | None
    checks: tuple[str, ...] = ()
    human: bool = False


def differences(slug: str, change: Change) -> list[Difference]:
    """Each task whose points would change."""
    before = change.before or Marks()
    rows = []
    for task in change.report.tasks:
        now = before.auto.get((slug, task.task))
        then = None if change.report.status == "invalid" else task.score
        if now != then:
            checks = _checks(_task(change.former, task.task, now), task) if then is not None else ()
            rows.append(Difference(task.task, now, then, checks, (slug, task.task) in before.manual))
    return rows


def _task(former: Report | None, name: str, points: float | None) -> TaskVerdict | None:
    """The former verdict, if the gradebook's points are from it."""
    found = next((task for task in former.tasks if task.task == name), None) if former else None
    return found if found is not None and found.score == points else None


def _checks(former: TaskVerdict | None, new: TaskVerdict) -> tuple[str, ...]:
    if former is None:
        return ()
    old = {check.check: check for check in former.checks}
    found = [_words(old.pop(check.check, None), check) for check in new.checks]
    found += [f"{check.check}: is gone" for check in old.values() if check.points]
    return tuple(filter(None, found))


def _words(old: CheckVerdict | None, new: CheckVerdict) -> str:
    if old is None:
        return f"{new.check}: is new, {new.outcome}"
    if old.outcome != new.outcome:
        return f"{new.check}: {old.outcome} → {new.outcome}"
    if old.points != new.points:
        return f"{new.check}: {old.points:g} → {new.points:g} points"
    return ""
