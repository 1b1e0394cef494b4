"""Who grades the grader: every right answer gets full marks, every known wrong one loses them where it should, by
its name."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat

from autograder.auditing.survivors import MutantAudit
from autograder.course import Course, Settings
from autograder.errors import AutograderError
from autograder.grading.rebuild import Master
from autograder.grading.submission import grade_module, grade_notebook, quietly
from autograder.judging.exam import Exam, Specimen, load_exam, read_specimen
from autograder.judging.judge import Judge
from autograder.judging.picture import Sketch, draw
from autograder.student.local import LocalStudent, module_namespace
from autograder.verdict import Outcome, Report


@dataclass(frozen=True)
class Finding:
    """What one file showed. `faults` are sentences that name what is wrong; `rejecting` the checks that it failed;
    `pictures` those that were drawn of it, by task and title."""

    kind: str
    file: str
    faults: tuple[str, ...] = ()
    rejecting: tuple[tuple[str, str], ...] = ()
    names: tuple[str, ...] = ()
    pictures: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Audit:
    """What `verify` found for one assignment."""

    assignment: str
    findings: tuple[Finding, ...]
    faults: tuple[str, ...] = field(default=())
    mutants: MutantAudit | None = None

    @property
    def counts(self) -> dict[str, int]:
        """How many files of each kind were graded: reference, unsolved, solved, alternative, specimen."""
        return dict(Counter(finding.kind for finding in self.findings))

    @property
    def ok(self) -> bool:
        return not self.faults

    def to_dict(self) -> dict[str, Any]:
        return {
            "assignment": self.assignment,
            "counts": self.counts,
            "faults": list(self.faults),
            "findings": [dataclasses.asdict(finding) for finding in self.findings],
            "mutants": None if self.mutants is None else dataclasses.asdict(self.mutants),
        }


def verify(
    course: Course, slug: str, executor: Executor, on_done: Callable[[Finding], None] = lambda finding: None
) -> Audit:
    """Grade every file whose marks are known, and compare. Raises AuthoringError where the exam itself cannot be
    loaded."""
    exam = load_exam(course, slug)
    findings = []
    for finding in executor.map(_examine, *zip(*_jobs(course, slug), strict=True)):
        findings.append(finding)
        on_done(finding)
    faults = [f"{finding.file}: {fault}" for finding in findings for fault in finding.faults]
    odd = [*_idle_checks(exam, findings), *_odd_pictures(exam, findings, course.settings())]
    faults += [f"{course.where(course.checks(slug))}: {fault}" for fault in odd]
    return Audit(slug, tuple(findings), tuple(faults))


def alone(findings: Iterable[Finding]) -> dict[tuple[str, str], list[str]]:
    """By (task, check): the names of the specimens that this check rejects and no other does."""
    found: dict[tuple[str, str], list[str]] = {}
    for finding in findings:
        if finding.kind == "specimen" and len(finding.rejecting) == 1:
            found.setdefault(finding.rejecting[0], []).append(Path(finding.file).stem)
    return found


def _idle_checks(exam: Exam, findings: Sequence[Finding]) -> Iterator[str]:
    """Checks that could be taken out and no specimen would notice, but for those that the author declares doubles."""
    rejected = {check for finding in findings if finding.kind == "specimen" for check in finding.rejecting}
    single = alone(findings)
    for check in exam.checks:
        key = check.task, check.name
        if key not in rejected:
            yield f"check {check.name} of {check.task} rejects no specimen"
        elif key not in single and not check.double:
            yield (
                f"check {check.name} of {check.task} rejects no specimen that no other check rejects. "
                'Write one, or say in its @check(…) why it stays: double="…"'
            )
        elif key in single and check.double:
            yield f"check {check.name} of {check.task} is declared a double, and alone rejects {single[key][0]}"


def _odd_pictures(exam: Exam, findings: Sequence[Finding], settings: Settings) -> Iterator[str]:
    """Pictures that fail, which no student's page says; that are wrong; or that nobody would see."""
    drawn = {picture for finding in findings if finding.kind == "specimen" for picture in finding.pictures}
    for sketch in exam.sketches:
        what = f"picture {sketch.name} of {sketch.task}"
        try:
            same = _shows_the_reference_as_right(sketch, exam)
        except Exception as error:
            yield f"{what} stops with {type(error).__name__}: {error}"
            continue
        if not same:
            yield f"{what} shows something else of the reference than what it calls right"
        elif (sketch.task, sketch.title) not in drawn and settings.hints == "counterexample":
            yield f"{what} is drawn of no specimen"


def _shows_the_reference_as_right(sketch: Sketch, exam: Exam) -> bool:
    """Raises whatever the picture's function or the reference raises."""
    with quietly():
        student = LocalStudent(module_namespace(exam.assignment.given, exam.assignment.all_answers, "<reference>"))
        result, right = sketch.function(student)
        return result.shape == tuple(right.shape) and draw(sketch, student) is None


def _jobs(course: Course, slug: str) -> Iterator[tuple[Path, str, str, Path]]:
    yield course.root, slug, "reference", course.reference_text(slug)
    yield course.root, slug, "unsolved", course.notebook("release", slug)
    yield course.root, slug, "solved", course.notebook("source", slug)
    for path in course.alternatives(slug):
        yield course.root, slug, "alternative", path
    for path in sorted(course.specimens(slug).glob("*/*.py")):
        yield course.root, slug, "specimen", path


_judges: dict[tuple[Path, str], Judge] = {}


def _judge(course: Course, slug: str) -> Judge:
    """One judge for each worker process, so that specimens are surveyed once there."""
    if (course.root, slug) not in _judges:
        _judges[course.root, slug] = Judge(load_exam(course, slug), course.settings())
    return _judges[course.root, slug]


def _examine(root: Path, slug: str, kind: str, path: Path) -> Finding:
    course = Course(root)
    file = course.where(path)
    try:
        judge = _judge(course, slug)
        if kind == "specimen":
            return _specimen(judge, read_specimen(path, path.parent.name, file), file)
        if kind == "alternative":
            return _right(grade_module(judge, path.read_text(encoding="utf-8"), file), kind, file, partly=True)
        if kind == "reference":
            return _right(grade_module(judge, judge.exam.assignment.all_answers, file), kind, file)
        return _notebook(course, judge, kind, path)
    except AutograderError as error:
        return Finding(kind, file, (str(error),))
    except FileNotFoundError:
        return Finding(kind, file, ("it is missing; run `autograder build`",))


def _notebook(course: Course, judge: Judge, kind: str, path: Path) -> Finding:
    slug, file = judge.exam.assignment.slug, course.where(path)
    notebook = nbformat.read(path, as_version=4)
    if not all(course.notebook(side, slug).is_file() for side in ("source", "release")):
        return Finding(kind, file, ())  # which of them is missing is said where that one is read
    report = grade_notebook(judge, notebook, Master.read(course, slug))
    return _right(report, kind, file) if kind == "solved" else _unsolved(report, kind, file)


def _right(report: Report, kind: str, file: str, partly: bool = False) -> Finding:
    faults = list(_doubts(report))
    attempted = [task for task in report.tasks if task.attempted]
    if not attempted:
        faults.append("it defines no name of a task")
    for task in attempted if partly else report.tasks:
        for check in task.checks:
            if check.outcome is not Outcome.PASSED:
                faults.append(f"a right answer: check {check.check} of {task.task} {check.outcome}: {check.message}")
        if task.follow_through:
            faults.append(f"a right answer: {task.task} was judged with the reference in place of an earlier task")
    return Finding(kind, file, tuple(faults))


def _unsolved(report: Report, kind: str, file: str) -> Finding:
    scored = [f"{task.task} scores {task.score:g} without an answer" for task in report.tasks if task.score]
    return Finding(kind, file, (*_doubts(report), *scored))


def _specimen(judge: Judge, specimen: Specimen, file: str) -> Finding:
    report = grade_module(judge, specimen.code, file, prelude=judge.exam.assignment.all_answers)
    faults = list(_doubts(report))
    own = report.task(specimen.task)
    if own.score == own.max_score:
        faults.append(f"a wrong answer gets full marks in {specimen.task}")
    elif specimen.name not in own.misconceptions and not set(specimen.same_as) & set(own.misconceptions):
        found = ", ".join(own.misconceptions) or "no misconception"
        failed = ", ".join(check.check for check in own.checks if check.outcome is Outcome.FAILED)
        faults.append(f"it is diagnosed as {found} (failed: {failed})")
    for name in own.misconceptions:
        if name != specimen.name and name not in specimen.same_as:
            faults.append(f"it is also diagnosed as {name}")
    for task in report.tasks:
        if task.task != specimen.task and task.attempted and task.score < task.max_score:
            failed = ", ".join(check.check for check in task.checks if check.outcome is Outcome.FAILED)
            faults.append(f"it loses marks in {task.task} too (failed: {failed})")
    rejecting = tuple((own.task, check.check) for check in own.checks if check.outcome is Outcome.FAILED)
    pictures = tuple((own.task, one.title) for one in own.pictures)
    return Finding("specimen", file, tuple(faults), rejecting, own.misconceptions, pictures)


def _doubts(report: Report) -> Iterator[str]:
    """What must not happen to any file whose marks are known: a check that broke, or that expects nothing."""
    if report.status != "graded":
        yield f"it could not be graded: {', '.join(report.attention)}"
    for task in report.tasks:
        for check in task.checks:
            if check.outcome is Outcome.NOT_JUDGED and check.message.startswith(
                ("Not judged: the check itself", "Not judged: the check expects")
            ):
                yield f"check {check.check} of {task.task}: {check.message}"
