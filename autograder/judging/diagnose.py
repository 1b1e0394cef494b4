"""Which misconception a failed check shows.

The known wrong answers are the predictions: each specimen is surveyed with the very check that failed, on the same
inputs, and a misconception is named only if everything observed of the student's code is what was observed of that
specimen.
"""

from __future__ import annotations

from autograder.assignment import Assignment
from autograder.errors import AuthoringError, Failed, StudentEnded, StudentRaised
from autograder.judging import expect
from autograder.judging.check import Check, Draw
from autograder.judging.exam import Exam, Specimen
from autograder.student.local import LocalStudent, module_namespace
from autograder.student.vocabulary import Student

Survey = tuple[expect.Observation, ...]


class Diagnosis:
    """Names misconceptions for one assignment. Specimens are run once for each check, when it first fails."""

    def __init__(self, exam: Exam) -> None:
        self._exam = exam
        self._students: dict[Specimen, LocalStudent] = {}
        self._surveys: dict[tuple[Check, Specimen], Survey] = {}

    def name(self, check: Check, student: Student, code: str) -> Specimen | None:
        """The specimen whose behaviour the student's matches in all that this check looks at, if there is one.

        `code` fills in what the submission lacks. Of several that match, the one is named that matches in most of the
        task's other checks too; None if that does not decide between specimens that are not declared the same.
        """
        seen = survey(check, student, code, self._exam.assignment)
        found = [s for s in self._exam.specimens_of(check.task) if _match(self._survey(check, s), seen)]
        found = [s for s in found if any(not o.held for o in self._survey(check, s))]
        if len(found) > 1:
            found = self._closest(check, student, code, found)
        if not found or any(s.name not in found[0].same_as for s in found[1:]):
            return None
        return found[0]

    def _closest(self, check: Check, student: Student, code: str, found: list[Specimen]) -> list[Specimen]:
        agreeing = dict.fromkeys((s.name for s in found), 0)
        for other in self._exam.checks_of(check.task):
            if other != check:
                seen = survey(other, student, code, self._exam.assignment)
                for specimen in found:
                    agreeing[specimen.name] += _match(self._survey(other, specimen), seen)
        most = max(agreeing.values())
        return [specimen for specimen in found if agreeing[specimen.name] == most]

    def _survey(self, check: Check, specimen: Specimen) -> Survey:
        key = check, specimen
        if key not in self._surveys:
            self._surveys[key] = survey(check, self._student(specimen), "", self._exam.assignment)
        return self._surveys[key]

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
    fork.reference = assignment.answers
    if code:
        fork.define(code)


def _match(one: Survey, other: Survey) -> bool:
    return len(one) == len(other) and all(a.matches(b) for a, b in zip(one, other, strict=True))
