"""A class's marks as they are given out: from nbgrader's gradebook, with each report that they rest on."""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from nbgrader import api
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import select

from autograder.course import Course
from autograder.errors import CourseError
from autograder.grading.database import explained, has_gradebook, open_gradebook
from autograder.grading.folders import coursedir, report_path
from autograder.grading.gradebook import ABOUT, Enrolled, seconds_late
from autograder.grading.results import read_report
from autograder.verdict import Report


@dataclass(frozen=True)
class TaskMarks:
    """One task of one student. `auto` and `manual`: the autograder's points and a human's, None where there are none;
    a human's count before the autograder's. `waits`: for a human, who has not looked at it since it was last graded."""

    task: str
    max_score: float
    auto: float | None = None
    manual: float | None = None
    extra: float = 0.0
    waits: bool = False

    @property
    def score(self) -> float | None:
        """What counts; None where nobody has given points yet."""
        points = self.auto if self.manual is None else self.manual
        return None if points is None else points + self.extra


@dataclass(frozen=True)
class StudentMarks:
    """One student's marks for one assignment.

    `timestamp`: when it came, in UTC. `seconds_late`: after the due date and any extension. `comments`: a human's, by
    the cell that they stand at. `penalties`: how much of the penalty is which notebook's. `report`: what the autograder
    said, if the marks rest on it still; None where nbgrader's own kernel gave them, or none were given.
    """

    person: Enrolled
    submitted: bool
    tasks: tuple[TaskMarks, ...] = ()
    penalty: float = 0.0
    timestamp: datetime | None = None
    seconds_late: float = 0.0
    comments: tuple[tuple[str, str], ...] = ()
    penalties: tuple[tuple[str, float], ...] = ()
    report: Report | None = None

    @property
    def raw_score(self) -> float | None:
        """Before the penalty for being late; None where no task has points."""
        points = [task.score for task in self.tasks if task.score is not None]
        return sum(points) if points else None

    @property
    def score(self) -> float | None:
        """What the student gets. None where no task has points: not handed in, or not graded."""
        return None if self.raw_score is None else max(0.0, self.raw_score - self.penalty)

    @property
    def waits(self) -> bool:
        """Whether a human must look before this is the last word."""
        return self.submitted and (self.score is None or any(task.waits for task in self.tasks))


@dataclass(frozen=True)
class ClassMarks:
    """All students that the gradebook knows, sorted by id, whether they handed in or not."""

    slug: str
    max_score: float
    tasks: tuple[str, ...]
    students: tuple[StudentMarks, ...]
    due: datetime | None = None

    def student(self, id_: str) -> StudentMarks:
        """Raises CourseError if the gradebook does not know them."""
        for one in self.students:
            if one.person.id == id_:
                return one
        raise CourseError(
            f"the gradebook knows no student {id_!r}", where=self.slug, next_step="See `nbgrader db student list`."
        )


def read_marks(course: Course, slug: str) -> ClassMarks:
    """The class's marks. Raises CourseError where the course has no such assignment or nobody was graded, ToolError
    where the gradebook cannot be used."""
    folders = coursedir(course)
    marks = marks_in(folders, course, slug) if has_gradebook(folders.db_url) else None
    if marks is None:
        raise CourseError(
            f"the gradebook has no marks for {slug}",
            where=str(course.root),
            next_step=f"Run `autograder grade {slug}` first.",
        )
    return marks


def marks_in(folders: CourseDirectory, course: Course, slug: str) -> ClassMarks | None:
    """What the gradebook of these folders holds of an assignment, with the course's reports; None if it does not know
    it. Raises ToolError where it cannot be used."""
    gradebook = open_gradebook(folders.db_url, folders.course_id)
    try:
        with explained(folders.db_url):
            return marks_of(gradebook, slug, functools.partial(report_path, course, slug))
    finally:
        gradebook.close()


def marks_of(gradebook: api.Gradebook, slug: str, report: Callable[[str], Path]) -> ClassMarks | None:
    """What a gradebook holds of an assignment; None if it does not know it. `report`: where a student's report lies."""
    db = gradebook.db
    found = db.execute(
        select(api.Assignment.id, api.Assignment.duedate).where(api.Assignment.name == slug)
    ).one_or_none()
    if found is None:
        return None
    id_, due = found
    cells = _cells(db, id_)
    most = dict(cells.values())
    rows = _submissions(db, id_)
    students = []
    for row in db.execute(
        select(*(getattr(api.Student, name) for name in ("id", *ABOUT))).order_by(api.Student.id)
    ).all():
        person = Enrolled(row[0], *(value or "" for value in row[1:]))
        student = rows.get(person.id)
        students.append(
            _with_report(_student(person, student, cells, due), report(person.id), slug)
            if student is not None
            else StudentMarks(person, submitted=False)
        )
    reports = [one.report for one in students if one.report]
    order = [task.task for one in reports[:1] for task in one.tasks]
    tasks = tuple(sorted(most, key=lambda name: (order.index(name) if name in order else len(order), name)))
    ordered = tuple(replace(one, tasks=_in_order(one.tasks, tasks)) for one in students)
    return ClassMarks(slug, sum(most.values()), tasks, ordered, due)


def _in_order(marks: Sequence[TaskMarks], names: Sequence[str]) -> tuple[TaskMarks, ...]:
    return tuple(sorted(marks, key=lambda task: names.index(task.task)))


@dataclass(frozen=True)
class _Submission:
    """One student's rows in the gradebook."""

    timestamp: datetime | None
    extension: timedelta | None
    penalties: tuple[tuple[str, float], ...]
    grades: tuple[tuple[Any, ...], ...]
    comments: tuple[tuple[str, str], ...]


def _cells(db: Any, assignment: str) -> dict[str, tuple[str, float]]:
    """Name and points of each cell that has any, by its key. A name that two notebooks have bears the notebook's."""
    found: list[Any] = []
    for kind in (api.GradeCell, api.TaskCell):
        found += db.execute(
            select(kind.id, kind.name, api.Notebook.name, kind.max_score)
            .join(api.Notebook, kind.notebook_id == api.Notebook.id)
            .where(api.Notebook.assignment_id == assignment)
        ).all()
    known = Counter(name for _, name, _, _ in found)
    return {
        key: (name if known[name] == 1 else f"{notebook}: {name}", float(points))
        for key, name, notebook, points in found
        if points
    }


def _submissions(db: Any, assignment: str) -> dict[str, _Submission]:
    """By student. A few statements for the whole class: nbgrader's objects take one for each grade."""
    submission, notebook = api.SubmittedAssignment, api.SubmittedNotebook
    grades, comments = defaultdict(list), defaultdict(list)
    for student, *row in db.execute(
        select(
            submission.student_id,
            api.Grade.cell_id,
            api.Grade.auto_score,
            api.Grade.manual_score,
            api.Grade.extra_credit,
            api.Grade.needs_manual_grade,
        )
        .join(notebook, notebook.assignment_id == submission.id)
        .join(api.Grade, api.Grade.notebook_id == notebook.id)
        .where(submission.assignment_id == assignment)
    ).all():
        grades[student].append(tuple(row))
    for student, cell, words in db.execute(
        select(submission.student_id, api.BaseCell.name, api.Comment.manual_comment)
        .join(notebook, notebook.assignment_id == submission.id)
        .join(api.Comment, api.Comment.notebook_id == notebook.id)
        .join(api.BaseCell, api.Comment.cell_id == api.BaseCell.id)
        .where(submission.assignment_id == assignment)
        .order_by(api.BaseCell.name)
    ).all():
        if words and words.strip():
            comments[student].append((cell, words))
    penalties = defaultdict(list)
    for student, name, penalty in db.execute(
        select(submission.student_id, api.Notebook.name, notebook.late_submission_penalty)
        .join(notebook, notebook.assignment_id == submission.id)
        .join(api.Notebook, notebook.notebook_id == api.Notebook.id)
        .where(submission.assignment_id == assignment, notebook.late_submission_penalty.is_not(None))
        .order_by(api.Notebook.name)
    ).all():
        penalties[student].append((name, penalty))
    rows = db.execute(
        select(submission.student_id, submission.timestamp, submission.extension).where(
            submission.assignment_id == assignment
        )
    ).all()
    return {
        student: _Submission(when, longer, tuple(penalties[student]), tuple(grades[student]), tuple(comments[student]))
        for student, when, longer in rows
    }


def _student(
    person: Enrolled, row: _Submission, cells: dict[str, tuple[str, float]], due: datetime | None
) -> StudentMarks:
    tasks = tuple(
        TaskMarks(*cells[key], auto, manual, extra or 0.0, waits=bool(review) or (auto is None and manual is None))
        for key, auto, manual, extra, review in row.grades
        if key in cells
    )
    late = seconds_late(row.timestamp, due, row.extension)
    penalty = sum(points for _, points in row.penalties)
    return StudentMarks(person, True, tasks, penalty, row.timestamp, late, row.comments, row.penalties)


def _with_report(marks: StudentMarks, path: Path, slug: str) -> StudentMarks:
    """With the report, if the gradebook's points are those that it gives."""
    kept = read_report(path)
    if kept is None or kept.report.assignment != slug:
        return marks
    given = {task.task: task.auto for task in marks.tasks}
    if kept.report.status == "invalid":
        agrees = not any(value is not None for value in given.values())
    else:
        agrees = all(given.get(task.task) == task.score for task in kept.report.tasks if task.task in given)
    return replace(marks, report=kept.report) if agrees else marks
