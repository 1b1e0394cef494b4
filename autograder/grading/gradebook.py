"""nbgrader's own database, written by one writer, a submission in one transaction."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader import api
from nbgrader.utils import is_grade, is_locked, is_solution, is_task, parse_utc
from sqlalchemy import create_engine, event, inspect, make_url, select
from sqlalchemy.exc import SQLAlchemyError

from autograder.errors import CourseError, ToolError
from autograder.grading.handover import Entry
from autograder.grading.rebuild import Master, nbgraders_cells

# How long another program may hold the database before this one gives up.
LOCK_SECONDS = 60
Penalty = Callable[[str, float, float], float | None]


@dataclass(frozen=True)
class Marks:
    """What the gradebook holds of one submission. `auto`: points by notebook and grade id, None where there are none;
    `manual`: those that a human gave; `score`: after extra credit and penalty."""

    auto: Mapping[tuple[str, str], float | None] = field(default_factory=dict)
    manual: Mapping[tuple[str, str], float] = field(default_factory=dict)
    score: float = 0.0


class Book:
    """The gradebook of one course, for one assignment. Use as a context manager.

    Raises ToolError where the database cannot be used: all that was written before stays.
    """

    def __init__(self, url: str, course_id: str, slug: str) -> None:
        self._slug = slug
        with _explained(url):
            self._gradebook = api.Gradebook(url, course_id)
        self._db = self._gradebook.db
        if self._gradebook.engine.dialect.name == "sqlite":
            event.listen(self._gradebook.engine, "connect", _be_patient)
            self._gradebook.engine.dispose()
        self._url = url

    def __enter__(self) -> Book:
        return self

    def __exit__(self, *_: object) -> None:
        self._gradebook.close()

    def register(self, masters: Mapping[str, Master]) -> None:
        """Make the assignment, its notebooks and cells those of the instructor's notebooks, submissions or not.

        Raises CourseError if a cell that is gone has a human's mark.
        """
        with _explained(self._url), self._transaction():
            assignment = self._assignment() or api.Assignment(name=self._slug, course_id=self._gradebook.course_id)
            self._db.add(assignment)
            kept = {notebook.name: notebook for notebook in assignment.notebooks}
            for name, master in masters.items():
                notebook = kept.get(name) or api.Notebook(name=name)
                if name not in kept:
                    assignment.notebooks.append(notebook)
                notebook.kernelspec = json.dumps(master.notebook.metadata.get("kernelspec", {}))
                self._register_cells(notebook, master)

    def marks(self) -> dict[str, Marks]:
        """Each student's."""
        with _explained(self._url):
            assignment = self._assignment()
            submissions = assignment.submissions if assignment else []
            found = {submission.student_id: _marks(submission) for submission in submissions}
            self._db.rollback()
            return found

    def students(self) -> frozenset[str]:
        """The ids that the gradebook knows."""
        with _explained(self._url):
            return frozenset(self._db.scalars(select(api.Student.id)))

    def write(self, entry: Entry, timestamp: datetime | None, penalty: Penalty) -> None:
        """One submission's marks: all of them, or none if this is interrupted. A human's marks and comments stay."""
        with _explained(self._url), self._transaction():
            submission = self._submission(entry.student)
            submission.timestamp = timestamp
            points = {(n.name, name): value for n in entry.notebooks for name, value in n.points}
            unchanged = {(n.name, name): value for n in entry.notebooks for name, value in n.unchanged}
            for notebook in submission.notebooks:
                for grade in self._grades(notebook):
                    grade.auto_score = points.get((notebook.name, grade.cell.name))
                    grade.needs_manual_grade = grade.auto_score is None or grade.manual_score is not None
                for comment in self._comments(notebook):
                    stub = unchanged.get((notebook.name, comment.cell.name))
                    comment.auto_comment = "No response." if stub else None
            _punish(submission, penalty)

    def punish(self, student: str, penalty: Penalty) -> bool:
        """Count a late submission's penalty from the marks that it has now, a human's included. Gives whether it
        changed."""
        with _explained(self._url), self._transaction():
            submission = self._submission(student)
            before = [notebook.late_submission_penalty for notebook in submission.notebooks]
            _punish(submission, penalty)
            return before != [notebook.late_submission_penalty for notebook in submission.notebooks]

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
        return found

    def _grades(self, notebook: Any) -> list[Any]:
        there = {grade.cell_id for grade in notebook.grades}
        cells = [*notebook.notebook.grade_cells, *notebook.notebook.task_cells]
        notebook.grades += [api.Grade(cell=cell) for cell in cells if cell.id not in there]
        return list(notebook.grades)

    def _comments(self, notebook: Any) -> list[Any]:
        there = {comment.cell_id for comment in notebook.comments}
        cells = [*notebook.notebook.solution_cells, *notebook.notebook.task_cells]
        notebook.comments += [api.Comment(cell=cell) for cell in cells if cell.id not in there]
        return list(notebook.comments)

    def _register_cells(self, notebook: Any, master: Master) -> None:
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
                for key, value in values.items():
                    setattr(cell, key, value)

    def _remove(self, cell: Any, relation: Any) -> None:
        rows = [] if isinstance(cell, api.SourceCell) else [*cell.grades, *cell.comments]
        for row in rows:
            if getattr(row, "manual_score", None) is not None or getattr(row, "manual_comment", None):
                raise CourseError(
                    f"the cell {cell.name} is gone from the instructor's notebook, and a human has marked it",
                    where=self._slug,
                    next_step="Put the cell back, or remove those marks in the formgrader.",
                )
            self._db.delete(row)
        relation.remove(cell)
        self._db.delete(cell)


def has_gradebook(url: str) -> bool:
    """Whether there is a gradebook at this address; looking makes none. Raises ToolError if it cannot be reached."""
    address = make_url(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").is_file():
        return False
    with _explained(url):
        engine = create_engine(url)
        try:
            return inspect(engine).has_table("submitted_assignment")
        finally:
            engine.dispose()


def read_timestamp(text: str) -> datetime | None:
    """When a submission came, in UTC; None where nothing is said. Raises ValueError for what is no time."""
    if not text:
        return None
    try:
        moment: datetime = parse_utc(text)
    except Exception as error:  # dateutil has several, OverflowError among them
        raise ValueError(f"{text[:40]!r} is no time") from error
    return moment


def _graded(cell: Any) -> dict[str, Any]:
    return {"max_score": float(cell.metadata.nbgrader["points"]), "cell_type": cell.cell_type}


def _kept(cell: Any) -> dict[str, Any]:
    checksum = cell.metadata.nbgrader.get("checksum")
    return {"cell_type": cell.cell_type, "locked": bool(is_locked(cell)), "source": cell.source, "checksum": checksum}


def _score(notebook: Any) -> float:
    """What nbgrader counts: a human's points before the autograder's, and extra credit. Computed here, because the
    database's own column is as old as the last commit."""
    total = 0.0
    for grade in notebook.grades:
        points = grade.manual_score if grade.manual_score is not None else grade.auto_score
        total += 0.0 if points is None else points + (grade.extra_credit or 0.0)
    return total


def _punish(submission: Any, penalty: Penalty) -> None:
    due = submission.assignment.duedate  # nbgrader adds an extension to a due date that may be none
    late = submission.total_seconds_late if submission.timestamp is not None and due is not None else 0
    for notebook in submission.notebooks:
        score = _score(notebook)
        off = penalty(submission.student_id, score, late) if late > 0 else None
        notebook.late_submission_penalty = None if off is None else min(max(off, 0.0), score)


def _marks(submission: Any) -> Marks:
    grades = [(notebook, grade) for notebook in submission.notebooks for grade in notebook.grades]
    return Marks(
        auto={(notebook.name, grade.cell.name): grade.auto_score for notebook, grade in grades},
        manual={(n.name, g.cell.name): g.manual_score for n, g in grades if g.manual_score is not None},
        score=sum(_score(n) - (n.late_submission_penalty or 0.0) for n in submission.notebooks),
    )


def _be_patient(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {LOCK_SECONDS * 1000}")
    cursor.close()


@contextlib.contextmanager
def _explained(url: str) -> Iterator[None]:
    """The database's own complaint in one line, without the statement that it was about."""
    where = make_url(url).render_as_string(hide_password=True)
    try:
        yield
    except SQLAlchemyError as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise ToolError(
            f"the gradebook cannot be used: {why}",
            where=where,
            next_step="Marks written before this are kept; the next run goes on. If nbgrader is newer than the "
            "gradebook, run `nbgrader db upgrade`.",
        ) from error
