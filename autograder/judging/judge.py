"""The judge: runs the checks of a task on a student's code, and gives the verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from autograder.assignment import Assignment, Task, answers
from autograder.course import Settings
from autograder.errors import Failed, StudentEnded, StudentRaised
from autograder.judging import expect
from autograder.judging.check import Check, Draw
from autograder.judging.diagnose import Diagnosis, Survey, prepare
from autograder.judging.exam import Exam
from autograder.judging.picture import draw
from autograder.student.vocabulary import Student
from autograder.verdict import CheckVerdict, Outcome, Picture, TaskVerdict

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
    """Judges submissions of one assignment.

    `to_first_failure`: whoever only asks whether a task has full marks need not wait for the rest. A task's later
    checks are then not judged, and nothing is diagnosed.
    """

    def __init__(
        self,
        exam: Exam,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        cache: Path | None = None,
        *,
        to_first_failure: bool = False,
    ) -> None:
        """`cache`: a folder for what takes time and stays the same, such as `Course.cache` names."""
        self.exam = exam
        self._settings = settings
        self._to_first_failure = to_first_failure
        self._diagnosis = Diagnosis(exam, cache / exam.assignment.slug / exam.fingerprint if cache else None)

    def prepare(self) -> None:
        """Look now at what the known wrong answers do, and keep it in the cache, so that no submission waits for it."""
        self._diagnosis.prepare()

    def task(
        self,
        name: str,
        student: Student,
        submission: str = "",
        judged: Mapping[str, TaskVerdict] = MappingProxyType({}),
    ) -> TaskVerdict:
        """One task's verdict. `submission` goes into the seed of the hidden inputs. `judged`: the tasks before it.

        A task that fails is judged again with the reference in place of the earlier ones, if one of these has cost
        marks or will: what was right when it was judged, and was broken afterwards, is paid for here.
        """
        assignment = self.exam.assignment
        task = assignment.task(name)
        defined = student.defined(assignment.names)
        if defined.isdisjoint(task.names):
            return _not_attempted(task, self.exam.checks_of(name))
        lacking = self._lacking(defined)
        findings, follow = self._try(task, student, lacking, submission), False
        earlier = self._earlier(task)
        names = _names(earlier)
        if names - lacking and not _full(findings) and self._cost_marks(earlier, judged, student, lacking, submission):
            again = self._try(task, student, frozenset(), submission, fill=names)
            if _points(again) > _points(findings):
                findings, follow = again, True
        code = next((finding.code for finding in findings if finding.code), "")
        seen = self._diagnosis.of(student, code)
        verdicts = tuple(self._verdict(f, seen) for f in findings)
        # Beside the reference, it could be the reference that is drawn.
        pictures = () if code or _full(findings) else tuple(self._pictures(name, student))
        return TaskVerdict(name, verdicts, follow_through=follow, pictures=pictures)

    def _pictures(self, task: str, student: Student) -> Iterator[Picture]:
        """They show values, as a counterexample does."""
        if self._settings.hints == "counterexample" and not self._to_first_failure:
            for sketch in self.exam.sketches_of(task):
                drawn = draw(sketch, student)
                if drawn is not None:
                    yield drawn

    def _lacking(self, defined: frozenset[str]) -> frozenset[str]:
        """The names of the tasks of which the student has none. A reference answer is run whole: where they have one
        of its names, it would put itself in that one's place."""
        return _names(task for task in self.exam.assignment.tasks if defined.isdisjoint(task.names))

    def _earlier(self, task: Task) -> tuple[Task, ...]:
        """The tasks before this one, without those that share a name with it."""
        tasks = self.exam.assignment.before(task.name)
        return tuple(other for other in tasks if not set(other.names) & set(task.names))

    def _cost_marks(
        self,
        tasks: Iterable[Task],
        judged: Mapping[str, TaskVerdict],
        student: Student,
        lacking: frozenset[str],
        submission: str,
    ) -> bool:
        """Whether one of these tasks has lost marks, or loses some when its turn comes."""
        return any(
            judged[task.name].score < judged[task.name].max_score
            if task.name in judged
            else not _full(self._try(task, student, lacking, submission))
            for task in tasks
        )

    def _try(
        self,
        task: Task,
        student: Student,
        lacking: frozenset[str],
        submission: str,
        fill: frozenset[str] = frozenset(),
    ) -> list[_Finding]:
        """Run the checks with `fill` from the reference; those that do not pass begin again with what is lacking of the
        earlier tasks too. Never of a later one: its answer is still to be given, and code that ran beside the
        reference has ways to tell it to what runs afterwards.
        """
        earlier = self._earlier(task)
        spare = lacking & _names(earlier) - fill
        code, more = answers(earlier, fill), answers(earlier, fill | spare)
        findings: dict[str, _Finding] = {}
        for check in self.exam.checks_of(task.name):
            needed = findings if self._to_first_failure else check.needs
            missing = [findings[need] for need in needed if findings[need].outcome is not Outcome.PASSED]
            if missing:
                why = f"Not judged: it depends on “{missing[0].check.title}”"
                findings[check.name] = _Finding(check, Outcome.NOT_JUDGED, why)
            else:
                seed = (self._settings.secret, submission, self.exam.assignment.slug, check.task, check.name)
                finding = _run(check, student, code, Draw(*seed), self.exam.assignment)
                if spare and finding.outcome is not Outcome.PASSED:
                    missed = any(name in finding.missed for name in spare)
                    again = _run(check, student, more, Draw(*seed), self.exam.assignment)
                    finding = again if missed or again.outcome is Outcome.PASSED else finding
                findings[check.name] = finding
        return list(findings.values())

    def _verdict(self, finding: _Finding, seen: Callable[[Check], Survey]) -> CheckVerdict:
        check, message, misconception = finding.check, finding.seen, None
        if finding.outcome is Outcome.FAILED:
            specimen = None if self._to_first_failure else self._diagnosis.name(check, seen)
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


def _names(tasks: Iterable[Task]) -> frozenset[str]:
    return frozenset(name for task in tasks for name in task.names)


def _full(findings: Iterable[_Finding]) -> bool:
    return all(finding.outcome is Outcome.PASSED for finding in findings)


def _points(findings: Iterable[_Finding]) -> float:
    return sum(finding.check.points for finding in findings if finding.outcome is Outcome.PASSED)


def _not_attempted(task: Task, checks: tuple[Check, ...]) -> TaskVerdict:
    names = " or ".join(f"`{name}`" for name in task.names)
    why = f"Not attempted: {names} is not defined."
    verdicts = tuple(CheckVerdict(c.name, c.title, Outcome.NOT_JUDGED, 0.0, c.points, why) for c in checks)
    return TaskVerdict(task.name, verdicts, attempted=False)
