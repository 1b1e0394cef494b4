"""`autograder export`: a class's marks into a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from autograder.assignment import read_assignment
from autograder.course import Course
from autograder.errors import AutograderError, CourseError
from autograder.publishing.exports import Target, Written
from autograder.publishing.exports.canvas import fill_gradebook
from autograder.publishing.exports.filled import Filled
from autograder.publishing.exports.grades_csv import grades_csv, status
from autograder.publishing.exports.moodle import fill_worksheet
from autograder.publishing.exports.scores import Filling
from autograder.publishing.exports.table import write_file
from autograder.publishing.marks import ClassMarks, read_marks

_DOWNLOADS = {
    Target.CANVAS: "Download the gradebook from Canvas (Gradebook, Export, Export Entire Gradebook)",
    Target.MOODLE: "Download the worksheet from Moodle (the assignment, Submissions, Download grading worksheet)",
}


def export_marks(
    course: Course,
    slug: str,
    target: Target,
    *,
    into: Path | None = None,
    template: Path | None = None,
    column: str = "",
    filling: Filling | None = None,
) -> Written:
    """Write a class's marks. `into`: a file, or a folder for one of the usual name; default: the course's folder.
    `template`: the platform's own file, which is filled in and itself stays as it is.

    Raises CourseError where there are no marks or the template does not fit, ToolError where nothing can be written.
    """
    filling = filling or Filling()
    path = file_for(into, course.root, f"{target}.csv" if target is not Target.CSV else "grades.csv")
    marks = read_marks(course, slug)
    if target is Target.CSV:
        return write_csv(path, [marks], filling)
    if template is None:
        raise CourseError(
            f"{target} knows its students by ids that only its own file has",
            next_step=f"{_DOWNLOADS[target]}, and name it with --from.",
        )
    if target is Target.CANVAS:
        made = fill_gradebook(template, marks, titles=titles(course, slug), column=column, filling=filling)
    else:
        made = fill_worksheet(template, marks, filling=filling)
    return write_filled(path, made, template)


def write_filled(path: Path, made: Filled, template: Path) -> Written:
    """The filled file, beside the one that was filled."""
    write_file(path, made.data, keep=template)
    return Written(path, made.filled, made.left_out)


def write_csv(path: Path, classes: Sequence[ClassMarks], filling: Filling) -> Written:
    """All these classes' marks in one plain CSV file."""
    write_file(path, grades_csv(classes, zeros=filling.zeros))
    rows = [marks for one in classes for marks in one.students]
    left = [
        f"{marks.person.id}: {status(marks)}"
        for marks in rows
        if marks.score is None and not (filling.zeros and not marks.submitted)
    ]
    return Written(path, len(rows) - len(left), tuple(left))


def file_for(into: Path | None, folder: Path, name: str) -> Path:
    """Where a file goes: where it was said, under its usual name if that is a folder."""
    if into is None:
        return folder / name
    return into / name if into.is_dir() else into


def titles(course: Course, slug: str) -> tuple[str, ...]:
    """What the assignment is called besides its slug; nothing where this course has no text of it."""
    try:
        return (read_assignment(course, slug).title,)
    except AutograderError:
        return ()
