"""nbgrader's own database, written by one writer, a submission in one transaction."""

from __future__ import annotations

import contextlib
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from nbgrader import api
from nbgrader.utils import is_grade, is_locked, is_solution, is_task, parse_utc
from sqlalchemy import func, select

from autograder.errors import CourseError
from autograder.grading.database import explained, open_gradebook
from autograder.grading.handover import Entry
from autograder.grading.rebuild import Master, nbgraders_cells

Penalty = Callable[[str, float, float], float | None]
_OFFSET = re.compile(r" ([+-]\d\d):?(\d\d)$")
_BY_HAND = ("manual_score", "extra_credit", "manual_comment")


@dataclass(frozen=True)
class Marks:
    """What the gradebook holds of one submission. `auto`: points by notebook and grade id, None where there are none;
    `manual`: those that a human gave; `score`: after extra credit and penalty."""

    auto: Mapping[tuple[str, str], float | None] = field(default_factory=dict)
    manual: Mapping[tuple[str, str], float] = field(default_factory=dict)
    score: float = 0.0


ABOUT = ("first_name", "last_name", "email", "lms_user_id")


@dataclass(frozen=True)
class Enrolled:
    """A student as nbgrader's `Student` has them; what it does not know is empty."""

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    lms_user_id: str = ""

    @property
    def name(self) -> str:
        """For people to read: first and last name, else the id."""
        return " ".join(filter(None, (self.first_name, self.last_name))) or self.id


class Book:
    """The gradebook of one course, for one assignment. Use as a context manager.

    Raises ToolError where the database cannot be used: all that was written before stays.
    """

    def __init__(self, url: str, course_id: str, slug: str) -> None:
        self._slug = slug
        self._url = url
        self._gradebook = open_gradebook(url, course_id)
        self._db = self._gradebook.db

    def __enter__(self) -> Book:
        return self

    def __exit__(self, *_: object) -> None:
        self._gradebook.close()

    def register(self, masters: Mapping[str, Master]) -> None:
        """Make the assignment, its notebooks and cells those of the instructor's notebooks, submissions or not.

        Raises CourseError if a cell that is gone has a human's mark.
        """
        with explained(self._url), self._transaction():
            assignment = self._assignment() or api.Assignment(name=self._slug, course_id=self._gradebook.course_id)
            self._db.add(assignment)
            kept = {notebook.name: notebook for notebook in assignment.notebooks}
            for name in kept.keys() - masters.keys():
                self._remove_notebook(kept[name], assignment)
            for name, master in masters.items():
                notebook = kept.get(name) or api.Notebook(name=name)
                if name not in kept:
                    assignment.notebooks.append(notebook)
                notebook.kernelspec = json.dumps(master.notebook.metadata.get("kernelspec", {}))
                if self._register_cells(notebook, master):
                    for submitted in notebook.submissions:  # a new cell waits in each, as nbgrader's pages expect
                        self._filled(submitted)

    def marks(self) -> dict[str, Marks]:
        """Each student's."""
        with explained(self._url):
            rows = self._db.execute(
                select(
                    api.SubmittedAssignment.student_id,
                    api.Notebook.name,
                    api.SubmittedNotebook.late_submission_penalty,
                    api.BaseCell.name,
                    api.Grade.auto_score,
                    api.Grade.manual_score,
                    api.Grade.extra_credit,
                )
                .join(api.Assignment, api.SubmittedAssignment.assignment_id == api.Assignment.id)
                .outerjoin(api.SubmittedNotebook, api.SubmittedNotebook.assignment_id == api.SubmittedAssignment.id)
                .outerjoin(api.Notebook, api.SubmittedNotebook.notebook_id == api.Notebook.id)
                .outerjoin(api.Grade, api.Grade.notebook_id == api.SubmittedNotebook.id)
                .outerjoin(api.BaseCell, api.Grade.cell_id == api.BaseCell.id)
                .where(api.Assignment.name == self._slug)
            ).all()
            self._db.rollback()
        found: dict[str, _Row] = {}
        for student, notebook, penalty, cell, auto, manual, extra in rows:
            row = found.setdefault(student, _Row())
            row.penalties[notebook] = penalty or 0.0
            if cell is not None:
                row.auto[notebook, cell] = auto
                row.points += _points(auto, manual, extra)
                if manual is not None:
                    row.manual[notebook, cell] = manual
        return {
            student: Marks(row.auto, row.manual, row.points - sum(row.penalties.values()))
            for student, row in found.items()
        }

    def students(self) -> frozenset[str]:
        """The ids that the gradebook knows."""
        with explained(self._url):
            known = frozenset(self._db.scalars(select(api.Student.id)))
            self._db.rollback()
            return known

    def lms_users(self) -> dict[str, str]:
        """The LMS's number of each student of whom it is known."""
        with explained(self._url):
            rows = self._db.execute(select(api.Student.id, api.Student.lms_user_id)).all()
            self._db.rollback()
            return {student: user for student, user in rows if user}

    def enroll(self, people: Iterable[Enrolled]) -> None:
        """Add these students, or bring what the gradebook has of them up to date; what is empty leaves it as it is.
        Nobody is removed."""
        with explained(self._url), self._transaction():
            for one in people:
                student = self._db.get(api.Student, one.id) or api.Student(id=one.id)
                self._db.add(student)
                for name in ABOUT:
                    if value := getattr(one, name):
                        setattr(student, name, value)

    def write(self, entry: Entry, timestamp: datetime | None, penalty: Penalty) -> None:
        """One submission's marks: all of them, or none if this is interrupted. A human's marks and comments stay.

        `penalty`: points off, from student, score and seconds late; None for none. Raises CourseError if it fails.
        """
        with explained(self._url), self._transaction():
            submission = self._submission(entry.student)
            submission.timestamp = timestamp
            points = {(n.name, name): value for n in entry.notebooks for name, value in n.points}
            unchanged = {(n.name, name): value for n in entry.notebooks for name, value in n.unchanged}
            for notebook in submission.notebooks:
                cells = self._filled(notebook)
                name = notebook.notebook.name
                for grade in notebook.grades:
                    grade.auto_score = points.get((name, cells[grade.cell_id]))
                    grade.needs_manual_grade = grade.auto_score is None or grade.manual_score is not None
                for comment in notebook.comments:
                    stub = unchanged.get((name, cells[comment.cell_id]))
                    comment.auto_comment = "No response." if stub else None
            _punish(submission, penalty)

    def punish(self, student: str, penalty: Penalty) -> bool:
        """Count a late submission's penalty from the marks that it has now, a human's included. Gives whether it
        changed. Raises CourseError as `write` does.
        """
        with explained(self._url), self._transaction():
            if not self._may_change(student):
                return False
            submission = self._submission(student)
            before = [notebook.late_submission_penalty for notebook in submission.notebooks]
            _punish(submission, penalty)
            return before != [notebook.late_submission_penalty for notebook in submission.notebooks]

    def _may_change(self, student: str) -> bool:
        """Whether it came late, or has a penalty. One query: most have neither."""
        row = self._db.execute(
            select(
                api.SubmittedAssignment.timestamp,
                api.SubmittedAssignment.extension,
                api.Assignment.duedate,
                func.max(api.SubmittedNotebook.late_submission_penalty),
            )
            .join(api.Assignment, api.SubmittedAssignment.assignment_id == api.Assignment.id)
            .outerjoin(api.SubmittedNotebook, api.SubmittedNotebook.assignment_id == api.SubmittedAssignment.id)
            .where(api.Assignment.name == self._slug, api.SubmittedAssignment.student_id == student)
            .group_by(api.SubmittedAssignment.id, api.Assignment.id)
        ).one_or_none()
        if row is None:
            return False
        timestamp, extension, due, penalty = row
        return penalty is not None or seconds_late(timestamp, due, extension) > 0

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            yield
            self._db.commit()
        except BaseException:
            self._db.rollback()
            raise

    def _assignment(self) -> Any:
        return self._db.scalars(select(api.Assignment).where(api.Assignment.name == self._slug)).one_or_none()

    def _submission(self, student: str) -> Any:
        assignment = self._assignment()
        found = self._db.scalars(
            select(api.SubmittedAssignment).where(
                api.SubmittedAssignment.assignment_id == assignment.id, api.SubmittedAssignment.student_id == student
            )
        ).one_or_none()
        if found is None:
            if self._db.get(api.Student, student) is None:
                self._db.add(api.Student(id=student))
            found = api.SubmittedAssignment(assignment=assignment, student_id=student)
            self._db.add(found)
        there = {notebook.notebook_id for notebook in found.notebooks}
        for notebook in assignment.notebooks:
            if notebook.id not in there:
                found.notebooks.append(api.SubmittedNotebook(notebook=notebook))
        self._db.flush()  # gives the new ones their ids
        return found

    def _filled(self, notebook: Any) -> dict[str, str]:
        """Make the submitted notebook's grades and comments those of its cells. Gives the cells' names, by their ids.

        Columns and not objects: each of those is read again after each commit.
        """
        cell = api.BaseCell
        rows = self._db.execute(select(cell.id, cell.name, cell.type).where(cell.notebook_id == notebook.notebook_id))
        cells = {id_: (name, kind) for id_, name, kind in rows}
        graded = {id_ for id_, (_, kind) in cells.items() if kind in ("GradeCell", "TaskCell")}
        commented = {id_ for id_, (_, kind) in cells.items() if kind in ("SolutionCell", "TaskCell")}
        graded -= {grade.cell_id for grade in notebook.grades}
        commented -= {comment.cell_id for comment in notebook.comments}
        notebook.grades += [api.Grade(cell_id=id_) for id_ in graded]
        notebook.comments += [api.Comment(cell_id=id_) for id_ in commented]
        return {id_: name for id_, (name, _) in cells.items()}

    def _register_cells(self, notebook: Any, master: Master) -> bool:
        """Gives whether there is a cell now that was not there before."""
        added = False
        cells = nbgraders_cells(master.notebook)
        wanted: dict[Any, dict[str, dict[str, Any]]] = {
            api.GradeCell: {name: _graded(cell) for name, cell in cells.items() if is_grade(cell)},
            api.SolutionCell: {name: {} for name, cell in cells.items() if is_solution(cell)},
            api.TaskCell: {name: _graded(cell) for name, cell in cells.items() if is_task(cell)},
            api.SourceCell: {name: _kept(cell) for name, cell in cells.items()},
        }
        for kind, rows in wanted.items():
            relation = notebook.source_cells if kind is api.SourceCell else notebook._base_cells
            there = {cell.name: cell for cell in relation if isinstance(cell, kind)}
            for name in there.keys() - rows.keys():
                self._remove(there[name], relation)
            for name, values in rows.items():
                cell = there.get(name)
                if cell is None:
                    cell = kind(name=name)
                    relation.append(cell)
                    added = True
                for key, value in values.items():
                    setattr(cell, key, value)
        return added

    def _remove_notebook(self, notebook: Any, assignment: Any) -> None:
        for relation in (notebook._base_cells, notebook.source_cells):
            for cell in list(relation):
                self._remove(cell, relation)
        for submitted in list(notebook.submissions):
            self._db.delete(submitted)
        assignment.notebooks.remove(notebook)
        self._db.delete(notebook)

    def _remove(self, cell: Any, relation: Any) -> None:
        rows = [] if isinstance(cell, api.SourceCell) else [*cell.grades, *cell.comments]
        for row in rows:
            if any(getattr(row, name, None) not in (None, "") for name in _BY_HAND):
                raise CourseError(
                    f"the cell {cell.name} is gone from the instructor's notebook, and a human has marked it",
                    where=self._slug,
                    next_step="Put the cell back, or remove those marks in the formgrader.",
                )
            self._db.delete(row)
        relation.remove(cell)
        self._db.delete(cell)


def read_timestamp(text: str) -> datetime | None:
    """When a submission came, in UTC; None where nothing is said. Raises ValueError for what is no time."""
    if not text:
        return None
    try:
        # nbgrader takes " +0100", which it writes itself, for a hundred seconds.
        moment: datetime = parse_utc(_OFFSET.sub(r"\1:\2", text))
    except Exception as error:  # dateutil has several, OverflowError among them
        raise ValueError(f"{text[:40]!r} is no time") from error
    return moment


def _graded(cell: Any) -> dict[str, Any]:
    return {"max_score": float(cell.metadata.nbgrader["points"]), "cell_type": cell.cell_type}


def _kept(cell: Any) -> dict[str, Any]:
    checksum = cell.metadata.nbgrader.get("checksum")
    return {"cell_type": cell.cell_type, "locked": bool(is_locked(cell)), "source": cell.source, "checksum": checksum}


@dataclass
class _Row:
    """One student's marks while they are read."""

    auto: dict[tuple[str, str], float | None] = field(default_factory=dict)
    manual: dict[tuple[str, str], float] = field(default_factory=dict)
    penalties: dict[str, float] = field(default_factory=dict)
    points: float = 0.0


def _points(auto: float | None, manual: float | None, extra: float | None) -> float:
    """What nbgrader counts: a human's points before the autograder's, and extra credit. Computed here, because the
    database's own column is as old as the last commit.
    """
    points = auto if manual is None else manual
    return 0.0 if points is None else points + (extra or 0.0)


def seconds_late(timestamp: datetime | None, due: datetime | None, extension: timedelta | None) -> float:
    """How long after the due date and any extension; 0 where there is none. nbgrader's own property adds an extension
    to a due date that may be none.
    """
    if timestamp is None or due is None:
        return 0.0
    return max(0.0, (timestamp - due - (extension or timedelta())).total_seconds())


def _punish(submission: Any, penalty: Penalty) -> None:
    student = submission.student_id
    late = seconds_late(submission.timestamp, submission.assignment.duedate, submission.extension)
    for notebook in submission.notebooks:
        score = sum(_points(g.auto_score, g.manual_score, g.extra_credit) for g in notebook.grades)
        off = _asked(penalty, student, score, late) if late > 0 else None
        notebook.late_submission_penalty = None if off is None else min(max(off, 0.0), score)


def _asked(penalty: Penalty, student: str, score: float, late: float) -> float | None:
    """The course's own code: whatever it raises or gives."""
    try:
        off = penalty(student, score, late)
        why = "it gave nan" if off is not None and math.isnan(off) else ""
    except Exception as error:
        off, why = None, f"{type(error).__name__}: {error}"
    if why:
        raise CourseError(
            f"the penalty of {student}, {late:g} seconds late, cannot be counted: {why}",
            where="c.AssignLatePenalties.plugin_class",
            next_step="Mend the plugin and run again: what is graded stays graded.",
        )
    return off
