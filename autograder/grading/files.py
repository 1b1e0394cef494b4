"""Files to reports, each submission behind the wall."""

from __future__ import annotations

from pathlib import Path

from nbformat import NotebookNode

from autograder.assignment import Assignment
from autograder.course import Course
from autograder.errors import SubmissionError
from autograder.grading.engine import Engine
from autograder.grading.rebuild import Master
from autograder.grading.submission import assignment_of, assignments_of, read_module, read_notebook
from autograder.judging.exam import load_exam
from autograder.judging.judge import Judge
from autograder.verdict import Report


class Grader:
    """Grades files of a course, without a gradebook."""

    def __init__(self, course: Course, engine: Engine, assignment: str | None = None) -> None:
        """`assignment`: grade only in this one, whatever a file looks like."""
        self._course = course
        self._engine = engine
        slugs = (course.require(assignment),) if assignment else course.assignments
        self._judges = {slug: Judge(load_exam(course, slug), course.settings(), course.cache) for slug in slugs}
        self._named = assignment

    @property
    def _assignments(self) -> list[Assignment]:
        return [judge.exam.assignment for judge in self._judges.values()]

    def grade(self, path: Path) -> list[Report]:
        """One report for each assignment that the file answers.

        Raises SubmissionError if it cannot be read, or answers none.
        """
        if path.suffix == ".ipynb":
            return [self._notebook(path, read_notebook(path))]
        if path.suffix == ".py":
            return self._module(path, read_module(path))
        read = "a directory" if path.is_dir() else "neither .py nor .ipynb" if path.exists() else "not there"
        raise SubmissionError(f"it is {read}", where=str(path), next_step="Name a notebook or a Python module.")

    def _module(self, path: Path, code: str) -> list[Report]:
        found = assignments_of(code, self._assignments)
        if not found:
            names = ", ".join(sorted(name for assignment in self._assignments for name in assignment.names))
            raise SubmissionError("it defines no name of a task", where=str(path), next_step=f"There are: {names}.")
        return [self._engine.grade_module(self._judges[assignment.slug], code) for assignment in found]

    def _notebook(self, path: Path, notebook: NotebookNode) -> Report:
        found = assignment_of(notebook, path, self._assignments)
        slug = self._named or (found.slug if found else None)
        if slug is None:
            raise SubmissionError(
                "it answers no assignment of this course", where=str(path), next_step="Name one with --assignment."
            )
        return self._engine.grade_notebook(self._judges[slug], notebook, Master.read(self._course, slug))
