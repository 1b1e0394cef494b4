"""Which misconception a failed check shows.

The known wrong answers are the predictions: each specimen is surveyed with the very check that failed, on the same
inputs, and a misconception is named only if everything observed of the student's code is what was observed of that
specimen.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from autograder.assignment import Assignment, answers
from autograder.errors import AuthoringError, Failed, StudentEnded, StudentRaised
from autograder.judging import expect, surveys
from autograder.judging.check import Check, Draw
from autograder.judging.exam import Exam, Specimen
from autograder.student.local import LocalStudent, module_namespace
from autograder.student.vocabulary import Student

Survey = tuple[expect.Observation, ...]


class Diagnosis:
    """Names misconceptions for one assignment.

    Specimens are run for a check when it first fails. `cache`: a folder that keeps their surveys for later processes.
    """

    def __init__(self, exam: Exam, cache: Path | None = None) -> None:
        self._exam = exam
        self._cache = cache
        self._students: dict[Specimen, LocalStudent] = {}
        self._surveys: dict[Check, dict[str, Survey]] = {}

    def of(self, student: Student, code: str) -> Callable[[Check], Survey]:
        """What each check observes of this student, looked at once. `code` fills in what the submission lacks."""
        return functools.cache(lambda check: survey(check, student, code, self._exam.assignment))

    def prepare(self) -> None:
        """Survey everything now, into the cache."""
        for task in self._exam.assignment.tasks:
            for check in self._exam.checks_of(task.name):
                self._predicted(check)

    def name(self, check: Check, seen: Callable[[Check], Survey]) -> Specimen | None:
        """The specimen whose behaviour the student's matches in all that this check looks at, if there is one.

        Of several that match, the one is named that matches in most of the task's other checks too; None if that does
        not decide between specimens that are not declared the same.
        """
        predicted = self._predicted(check)
        found = [s for s in self._exam.specimens_of(check.task) if _match(predicted[s.name], seen(check))]
        found = [s for s in found if any(not o.held for o in predicted[s.name])]
        if len(found) > 1:
            found = self._closest(check, seen, found)
        if not found or any(s.name not in found[0].same_as for s in found[1:]):
            return None
        return found[0]

    def _closest(self, check: Check, seen: Callable[[Check], Survey], found: list[Specimen]) -> list[Specimen]:
        agreeing = dict.fromkeys((s.name for s in found), 0)
        for other in self._exam.checks_of(check.task):
            if other != check:
                predicted = self._predicted(other)
                for specimen in found:
                    agreeing[specimen.name] += _match(predicted[specimen.name], seen(other))
        most = max(agreeing.values())
        return [specimen for specimen in found if agreeing[specimen.name] == most]

    def _predicted(self, check: Check) -> dict[str, Survey]:
        """The survey of each specimen of the check's task."""
        if check not in self._surveys:
            specimens = self._exam.specimens_of(check.task)
            file = self._cache / f"{check.task}.{check.name}" if self._cache else None
            kept = surveys.read(file) if file else None
            if kept is None or kept.keys() != {specimen.name for specimen in specimens}:
                kept = {s.name: survey(check, self._student(s), "", self._exam.assignment) for s in specimens}
                if file:
                    surveys.write(file, kept)
            self._surveys[check] = kept
        return self._surveys[check]

    def _student(self, specimen: Specimen) -> LocalStudent:
        """A specimen holds only what differs from the reference, which runs before it."""
        if specimen not in self._students:
            assignment = self._exam.assignment
            before = f"{assignment.given}\n\n{assignment.all_answers}"
            try:
                namespace = module_namespace(before, specimen.code, f"<specimen {specimen.name}>")
            except Exception as error:
                raise AuthoringError(
                    f"the specimen {specimen.name} of {specimen.task} stops with {type(error).__name__}: {error}",
                    where=assignment.slug,
                ) from error
            self._students[specimen] = LocalStudent(namespace)
        return self._students[specimen]


def survey(check: Check, student: Student, code: str, assignment: Assignment) -> Survey:
    """All that a check observes of a student's code, on fixed inputs, without stopping at what does not hold."""
    trial = expect.Trial(survey=True)
    with student.fork() as fork, expect.on_trial(trial):
        try:
            prepare(fork, code, assignment)
            check.function(fork, Draw("survey", assignment.slug, check.task, check.name))
        except Failed:
            pass
        except StudentEnded as error:
            trial.note(False, "ended", error.status)
        except StudentRaised as error:
            trial.note(False, "raised", *expect.raised_facts(error.raised))
        except Exception as error:  # where an expectation has not held, the check's own lines may not fit what came
            trial.note(False, "ended", type(error).__name__)
    return tuple(trial.observations)


def prepare(fork: Student, code: str, assignment: Assignment) -> None:
    """Fill in `code`, and let the check ask for the reference of other names."""
    fork.reference = functools.partial(answers, assignment.tasks)
    if code:
        fork.define(code)


def _match(one: Survey, other: Survey) -> bool:
    return len(one) == len(other) and all(a.matches(b) for a, b in zip(one, other, strict=True))
