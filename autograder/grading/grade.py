"""`autograder grade`: submitted/ → autograded/, reports/ and the gradebook."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.converters import Autograde
from nbgrader.preprocessors import AssignLatePenalties

from autograder.course import Course
from autograder.errors import CourseError
from autograder.grading import submitted
from autograder.grading.alone import alone
from autograder.grading.changes import Change
from autograder.grading.database import has_gradebook
from autograder.grading.executors import packed, workers
from autograder.grading.folders import configuration, coursedir, explained, report_path
from autograder.grading.gradebook import Book, Marks, read_timestamp
from autograder.grading.handover import Entry, Job, Setup
from autograder.grading.mapping import mapped
from autograder.grading.master import make_master, silent
from autograder.grading.rebuild import nbgraders_cells
from autograder.grading.results import Kept, fingerprint, read_report, remove, write_folder, write_report
from autograder.grading.submitted import is_notebook
from autograder.judging.fingerprint import fingerprint as exam_fingerprint
from autograder.sandbox.isolation import Isolation
from autograder.verdict import CheckVerdict, Outcome, Report, TaskVerdict


@dataclass
class Summary:
    """What a run did. `unchanged`: students whose submission was graded before and is as it was. `penalties`: those of
    them whose penalty for being late is another one now. `attention`: sentences for a human, by student."""

    changes: list[Change] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    penalties: list[str] = field(default_factory=list)
    attention: dict[str, tuple[str, ...]] = field(default_factory=dict)
    seconds: float = 0.0


class Grading:
    """One run over one assignment of a course."""

    def __init__(self, course: Course, slug: str, isolation: Isolation) -> None:
        """Raises CourseError where the course's notebooks or settings are not as they should be."""
        self._course, self._slug = course, slug
        settings = course.settings()
        self._config = configuration(course)
        with explained(course):
            self._coursedir = coursedir(course, self._config)
            self._autograde = Autograde(coursedir=self._coursedir, config=self._config, log=silent())
            self._mode = int(str(self._autograde.permissions), 8)
        source = course.notebook("source", slug)
        if not source.is_file():
            raise CourseError("it is missing", where=course.where(source), next_step="Run `autograder build` first.")
        self._master = make_master(source, self._config)
        self._exam = exam_fingerprint(course, slug)
        self._setup = Setup(
            slug=slug,
            root=str(course.root),
            settings=settings,
            isolation=isolation.value,
            master=nbformat.writes(self._master.notebook),
            released=tuple(self._master.released.items()),
            defines=tuple(self._master.defines.items()),
        )

    @property
    def setup(self) -> Setup:
        """What its submissions have in common."""
        return self._setup

    def students(self, named: Sequence[str] = ()) -> dict[str, Path]:
        """The folders of those named, of all if none is. Raises CourseError if there is no such submission, or one of
        somebody whom the gradebook must know and does not."""
        found = submitted.folders(self._coursedir, self._slug)
        where = self._coursedir.format_path(self._coursedir.submitted_directory, "STUDENT", self._slug)
        if not found:
            raise CourseError(
                f"nobody has handed in {self._slug}",
                where=where,
                next_step="Put each student's notebook into a folder of this form.",
            )
        missing = sorted(set(named) - found.keys())
        if missing:
            raise CourseError(
                f"there is no submission of {', '.join(missing)}",
                where=where,
                next_step="See how the folders are called.",
            )
        asked = {student: folder for student, folder in found.items() if not named or student in named}
        if not self._autograde.create_student:
            self._refuse_strangers(asked)
        return asked

    def run(
        self,
        students: Mapping[str, Path],
        *,
        jobs: int,
        scheduler: str | None = None,
        force: bool = False,
        advance: Callable[[], object] = lambda: None,
    ) -> Summary:
        """Grade what has changed, and write it. `advance` is called for each student who is done.

        Raises CourseError if another run is at work, ToolError if something cannot be written: what is graded by then
        stays graded, and the next run goes on.
        """
        with alone(self._course.root), self._book() as book:
            book.register({self._slug: self._master})
            summary = Summary()
            started = time.monotonic()
            known = book.marks()
            todo = self._to_do(students, known, force, summary)
            for student in summary.unchanged:
                if book.punish(student, self._penalty):
                    summary.penalties.append(student)
                advance()
            with contextlib.closing(self._graded(self._setup, todo, jobs, scheduler)) as graded:
                for job, entry in graded:  # an error in here ends the workers
                    self._write(book, job, entry)
                    self._note(summary, entry.report, job.submission.student, known)
                    advance()
            summary.seconds = time.monotonic() - started
            return summary

    def rehearse(
        self,
        students: Mapping[str, Path],
        *,
        jobs: int,
        scheduler: str | None = None,
        advance: Callable[[], object] = lambda: None,
    ) -> Summary:
        """Grade everything and write nothing."""
        known: Mapping[str, Marks] = {}
        if has_gradebook(self._coursedir.db_url):
            with self._book() as book:
                known = book.marks()
        summary = Summary()
        started = time.monotonic()
        # Workers with a copy of the course's texts: what they keep for themselves is not written into the course.
        todo = self._to_do(students, known, True, summary)
        with contextlib.closing(self._graded(packed(self._setup), todo, jobs, scheduler)) as graded:
            for job, entry in graded:
                kept = read_report(report_path(self._course, self._slug, job.submission.student))
                former = kept.report if kept else None
                self._note(summary, entry.report, job.submission.student, known, former)
                advance()
        summary.seconds = time.monotonic() - started
        return summary

    def _book(self) -> Book:
        return Book(self._coursedir.db_url, self._coursedir.course_id, self._slug)

    def _refuse_strangers(self, students: Mapping[str, Path]) -> None:
        known: frozenset[str] = frozenset()
        if has_gradebook(self._coursedir.db_url):
            with self._book() as book:
                known = book.students()
        strangers = sorted(students.keys() - known)
        if strangers:
            raise CourseError(
                f"the gradebook knows no {', '.join(strangers)}",
                where="c.Autograde.create_student is False",
                next_step="Add them (`nbgrader db student add`), or move their folders away.",
            )

    def _to_do(
        self, students: Mapping[str, Path], known: Mapping[str, Marks], force: bool, summary: Summary
    ) -> Iterator[Job]:
        """Those that are not graded yet as they are now, read one after another."""
        waiting = []
        for student, folder in students.items():
            kept = None if force else read_report(report_path(self._course, self._slug, student))
            if kept and self._is_graded(student, self._job(student, folder), kept, known.get(student)):
                summary.unchanged.append(student)
                self._remember(summary, kept.report, student)
            else:
                waiting.append((student, folder))
        return (self._job(student, folder) for student, folder in waiting)

    def _job(self, student: str, folder: Path) -> Job:
        submission = submitted.read(student, folder, self._coursedir.ignore)
        notes: tuple[str, ...] = ()
        timestamp = None
        try:
            timestamp = read_timestamp(submission.timestamp)
        except ValueError as error:
            notes = (f"timestamp.txt cannot be read ({error}): no penalty was counted",)
        return Job(submission, fingerprint(self._setup, self._exam, submission), timestamp, notes)

    def _is_graded(self, student: str, job: Job, kept: Kept, marks: Marks | None) -> bool:
        """Whether the report, the gradebook and autograded/ all hold what this submission came to."""
        if kept.fingerprint != job.fingerprint or marks is None:
            return False
        if kept.report.status == "invalid":
            return not any(value is not None for value in marks.auto.values())
        scores = {(self._slug, task.task): task.score for task in kept.report.tasks}
        there = all(marks.auto.get(place) == score for place, score in scores.items())
        return there and (self._folder(student) / f"{self._slug}.ipynb").is_file()

    def _graded(
        self, setup: Setup, todo: Iterator[Job], jobs: int, scheduler: str | None
    ) -> Generator[tuple[Job, Entry], None, None]:
        first = next(todo, None)
        if first is None:
            return
        with workers(setup, jobs, scheduler) as pool:
            for job, entry in mapped(pool, itertools.chain([first], todo), self._lost):
                report = replace(entry.report, attention=(*entry.report.attention, *job.notes))
                yield job, replace(entry, report=report)

    def _lost(self, job: Job, why: str) -> Entry:
        tasks = []
        for name, cell in nbgraders_cells(self._master.notebook).items():
            points = float(cell.metadata.nbgrader.get("points") or 0)
            if points:
                verdict = CheckVerdict("judged", "The task is judged.", Outcome.NOT_JUDGED, 0.0, points, f"{why}.")
                tasks.append(TaskVerdict(name, (verdict,)))
        report = Report(self._slug, tuple(tasks), status="crashed", isolation=self._setup.isolation, attention=(why,))
        return Entry(job.submission.student, report, ())

    def _write(self, book: Book, job: Job, entry: Entry) -> None:
        """The report last: without it, or with a former one, the next run grades this submission again."""
        student, folder = job.submission.student, self._folder(job.submission.student)
        if entry.notebooks:
            marked = {f"{one.name}.ipynb": one.text.encode("utf-8", "replace") for one in entry.notebooks}
            files = {name: data for name, data in job.submission.files if not is_notebook(name)}
            # A folder of a notebook's name gives way to the notebook.
            beside = {name: data for name, data in files.items() if name.split("/")[0] not in marked}
            write_folder(folder, {**beside, **marked}, self._mode)
        else:
            remove(folder)
        book.write(entry, job.timestamp, self._penalty)
        write_report(report_path(self._course, self._slug, student), entry.report, student, job.fingerprint)

    def _note(
        self, summary: Summary, report: Report, student: str, known: Mapping[str, Marks], former: Report | None = None
    ) -> None:
        summary.changes.append(Change(student, report, known.get(student), former))
        self._remember(summary, report, student)

    def _remember(self, summary: Summary, report: Report, student: str) -> None:
        if report.concerns or report.status != "graded":
            summary.attention[student] = report.concerns or (report.status,)

    def _penalty(self, student: str, score: float, late: float) -> float | None:
        with explained(self._course):
            plugin_class: Any = AssignLatePenalties(config=self._config).plugin_class
            plugin = plugin_class(config=self._config, log=silent())
        penalty = plugin.late_submission_penalty(student, score, late)
        return None if penalty is None else float(penalty)

    def _folder(self, student: str) -> Path:
        return Path(self._coursedir.format_path(self._coursedir.autograded_directory, student, self._slug))
