"""The judge: runs the checks of a task on a student's code, and gives the verdict."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

from autograder.assignment import Assignment, Task
from autograder.course import Settings
from autograder.errors import Failed, StudentEnded, StudentRaised
from autograder.judging import expect
from autograder.judging.check import Check, Draw
from autograder.judging.diagnose import Diagnosis, prepare
from autograder.judging.exam import Exam
from autograder.student.vocabulary import Student
from autograder.verdict import CheckVerdict, Outcome, TaskVerdict

_UNTOLD = "It does not hold, with our answer in place of one that is missing or wrong."


@dataclass(frozen=True)
class _Finding:
    """What a check came to, before the diagnosis. `seen` and `look` are the two sentences of a failure.

    `code`: what was filled in of the reference. `missed`: what was said of names that are not there.
    """

    check: Check
    outcome: Outcome
    seen: str = ""
    look: str = ""
    example: str = ""
    code: str = ""
    missed: str = ""


class Judge:
    """Judges submissions of one assignment."""

    def __init__(self, exam: Exam, settings: Settings = Settings()) -> None:  # noqa: B008 - frozen
        self.exam = exam
        self._settings = settings
        self._diagnosis = Diagnosis(exam)

    def task(self, name: str, student: Student, submission: str = "") -> TaskVerdict:
        """One task's verdict. `submission` goes into the seed of the hidden inputs."""
        assignment = self.exam.assignment
        task = assignment.task(name)
        if not any(map(student.has, task.names)):
            return _not_attempted(task, self.exam.checks_of(name))
        lacking = self._lacking(student)
        findings, follow = self._try(task, student, frozenset(), lacking, submission), False
        earlier = self._earlier(task) - lacking
        if earlier and any(finding.outcome is not Outcome.PASSED for finding in findings):
            again = self._try(task, student, lacking | earlier, frozenset(), submission)
            if _points(again) > _points(findings):
                findings, follow = again, True
        code = next((finding.code for finding in findings if finding.code), "")
        return TaskVerdict(name, tuple(self._verdict(f, student, code) for f in findings), follow_through=follow)

    def _lacking(self, student: Student) -> frozenset[str]:
        """The names of the tasks of which the student has none. A reference answer is run whole: where they have one
        of its names, it would put itself in that one's place."""
        tasks = (task for task in self.exam.assignment.tasks if not any(map(student.has, task.names)))
        return frozenset(name for task in tasks for name in task.names)

    def _earlier(self, task: Task) -> frozenset[str]:
        """The names of the tasks before this one, without those that share a name with it."""
        tasks = itertools.takewhile(lambda other: other.name != task.name, self.exam.assignment.tasks)
        return frozenset(name for other in tasks if not set(other.names) & set(task.names) for name in other.names)

    def _try(
        self, task: Task, student: Student, fill: frozenset[str], spare: frozenset[str], submission: str
    ) -> list[_Finding]:
        """Run the checks with `fill` from the reference; those that need more begin again with `spare` too.

        A name of an earlier task may be needed where nothing says so; one of a later task, only where it was missed.
        So a notebook that is whole never has an answer beside it: each task is judged before the later ones are there.
        """
        code, more = self.exam.assignment.answers(fill), self.exam.assignment.answers(fill | spare)
        needed = bool(spare & self._earlier(task))
        findings: dict[str, _Finding] = {}
        for check in self.exam.checks_of(task.name):
            missing = [findings[need] for need in check.needs if findings[need].outcome is not Outcome.PASSED]
            if missing:
                why = f"Not judged: it depends on “{missing[0].check.title}”"
                findings[check.name] = _Finding(check, Outcome.NOT_JUDGED, why)
            else:
                draw = Draw(self._settings.secret, submission, self.exam.assignment.slug, check.task, check.name)
                finding = _run(check, student, code, draw, self.exam.assignment)
                missed = any(name in finding.missed for name in spare)
                if finding.outcome is not Outcome.PASSED and (needed or missed):
                    draw = Draw(self._settings.secret, submission, self.exam.assignment.slug, check.task, check.name)
                    again = _run(check, student, more, draw, self.exam.assignment)
                    finding = again if missed or again.outcome is Outcome.PASSED else finding
                findings[check.name] = finding
        return list(findings.values())

    def _verdict(self, finding: _Finding, student: Student, code: str) -> CheckVerdict:
        check, message, misconception = finding.check, finding.seen, None
        if finding.outcome is Outcome.FAILED:
            specimen = self._diagnosis.name(check, student, code)
            look = specimen.look if specimen else finding.look
            misconception = specimen.name if specimen else None
            example = finding.example if self._settings.hints == "counterexample" else ""
            message = " ".join(filter(None, (finding.seen, example, look)))
        points = check.points if finding.outcome is Outcome.PASSED else 0.0
        return CheckVerdict(check.name, check.title, finding.outcome, points, check.points, message, misconception)


def _run(check: Check, student: Student, code: str, draw: Draw, assignment: Assignment) -> _Finding:
    trial = expect.Trial()
    with student.fork() as fork, expect.on_trial(trial):
        try:
            prepare(fork, code, assignment)
            check.function(fork, draw)
        except Failed as failure:
            return _failed(check, fork, code, failure)
        except StudentRaised as error:
            return _failed(check, fork, code, Failed(f"{error}", ""))
        except StudentEnded as error:
            return _Finding(check, Outcome.FAILED, str(error), code=code)
        except Exception as error:  # a check must not take the others down with it; it earns nothing and a human looks
            said = type(error).__name__ if fork.filled else f"{type(error).__name__}: {error}"
            why = f"Not judged: the check itself failed ({said}). This is not your fault."
            return _Finding(check, Outcome.NOT_JUDGED, why, code=code, missed=fork.missed)
    if not trial.expectations:
        return _Finding(check, Outcome.NOT_JUDGED, "Not judged: the check expects nothing. This is not your fault.")
    return _Finding(check, Outcome.PASSED, code=code)


def _failed(check: Check, fork: Student, code: str, failure: Failed) -> _Finding:
    """A failure, without what came of code that ran beside the reference: it could be the reference, in any guise."""
    seen, example = (_UNTOLD, "") if fork.filled else (failure.seen, failure.example)
    return _Finding(check, Outcome.FAILED, seen, failure.look, example, code=code, missed=fork.missed)


def _points(findings: Iterable[_Finding]) -> float:
    return sum(finding.check.points for finding in findings if finding.outcome is Outcome.PASSED)


def _not_attempted(task: Task, checks: tuple[Check, ...]) -> TaskVerdict:
    names = " or ".join(f"`{name}`" for name in task.names)
    why = f"Not attempted: {names} is not defined."
    verdicts = tuple(CheckVerdict(c.name, c.title, Outcome.NOT_JUDGED, 0.0, c.points, why) for c in checks)
    return TaskVerdict(task.name, verdicts, attempted=False)
