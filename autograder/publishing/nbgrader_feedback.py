"""Our feedback page from `nbgrader generate_feedback` and the formgrader's button."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import Any

from nbconvert.exporters import Exporter
from nbformat import NotebookNode
from nbgrader.coursedir import CourseDirectory
from traitlets import default

from autograder.assignment import read_assignment
from autograder.course import Course
from autograder.errors import CourseError
from autograder.grading.rebuild import grade_id
from autograder.grading.results import remove
from autograder.publishing.feedback import feedback_page
from autograder.publishing.marks import ClassMarks, StudentMarks, marks_in


class FeedbackExporter(Exporter):  # type: ignore[misc]  # nbconvert has no types
    """The page of one submission, in place of nbgrader's. For `c.GenerateFeedback.exporter_class`.

    An assignment that is not of this kit gets one too: points by cell, without its hidden tests.
    """

    @default("file_extension")  # type: ignore[untyped-decorator]
    def _file_extension(self) -> str:
        return ".html"

    def from_notebook_node(
        self, nb: NotebookNode, resources: dict[str, Any] | None = None, **more: Any
    ) -> tuple[str, dict[str, Any]]:
        """The page. Raises CourseError for a student whom the gradebook does not know."""
        about = (resources or {}).get("nbgrader")
        if about is None:
            raise CourseError("it makes pages of submissions alone", next_step="Use `nbgrader generate_feedback`.")
        nb, resources = super().from_notebook_node(nb, resources, **more)
        folders = self.parent.coursedir
        slug, student = about["assignment"], about["student"]
        course = Course(Path(folders.root))
        marks = self._marks(folders, course, slug)
        ours = slug in course.assignments and about["notebook"] == slug
        title = read_assignment(course, slug).title if ours else about["notebook"]
        _tidy(Path(folders.format_path(folders.feedback_directory, student, slug)))
        shown = marks.student(student)
        if not ours:
            shown, marks = of_notebook(shown, marks, nb, about["notebook"])
        return feedback_page(marks, shown, nb, title=title, ours=ours), resources

    @functools.cached_property
    def _kept(self) -> dict[tuple[str, Course, str], ClassMarks]:
        """nbgrader makes one exporter for a run, and calls it for each student."""
        return {}

    def _marks(self, folders: CourseDirectory, course: Course, slug: str) -> ClassMarks:
        key = folders.db_url, course, slug
        if key not in self._kept:
            found = marks_in(folders, course, slug)
            if found is None:
                raise CourseError(f"the gradebook has no marks for {slug}", next_step="Grade it first.")
            self._kept[key] = found
        return self._kept[key]


def of_notebook(
    student: StudentMarks, marks: ClassMarks, nb: NotebookNode, name: str
) -> tuple[StudentMarks, ClassMarks]:
    """The part of the marks that is one notebook's: others' assignments may have several."""
    ids = {grade_id(cell) for cell in nb.cells}
    ids |= {f"{name}: {one}" for one in ids}  # as `marks_of` calls a cell of whose name there are two
    tasks = tuple(task for task in student.tasks if task.task in ids)
    penalty = sum(points for notebook, points in student.penalties if notebook == name)
    part = replace(student, tasks=tasks, penalty=penalty)
    return part, replace(marks, max_score=sum(task.max_score for task in tasks))


def _tidy(folder: Path) -> None:
    """Away with what nbgrader has just copied here from autograded/, links followed: a page needs no files. Pages of
    other notebooks, and the time that nbgrader compares, stay."""
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.suffix != ".html" and path.name != "timestamp.txt":
            remove(path)
