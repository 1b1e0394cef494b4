"""A page for each student: marks by task, each check as a sentence, what to look at, and their own notebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import nbformat
from markupsafe import Markup
from nbformat import NotebookNode

from autograder.assignment import read_assignment
from autograder.course import Course
from autograder.errors import AutograderError
from autograder.grading.folders import coursedir
from autograder.grading.results import remove, write_folder
from autograder.publishing.marks import ClassMarks, StudentMarks, TaskMarks, read_marks
from autograder.publishing.notebook_page import shown_cells, style
from autograder.publishing.pages import page, points
from autograder.verdict import CheckVerdict, Outcome, Picture, TaskVerdict
from autograder.wording import spaced

_WHY = {
    "crashed": "The process that your notebook ran in ended before its time. What could be judged was judged.",
    "timed-out": "Your notebook took longer than is allowed. What could be judged was judged.",
    "out-of-memory": "Your notebook took more memory than is allowed. What could be judged was judged.",
    "invalid": "What you handed in could not be graded.",
}


@dataclass(frozen=True)
class Feedback:
    """The pages that a run wrote. `missing`: those who handed in, and of whom nothing is graded yet. `failed`: why
    others have none, in a line each."""

    written: tuple[str, ...]
    missing: tuple[str, ...]
    failed: tuple[AutograderError, ...] = ()


@dataclass(frozen=True)
class ShownPicture:
    svg: Markup
    caption: str


@dataclass(frozen=True)
class ShownTask:
    """One task as the page shows it. `tally`: how its checks ended, in words. `sentences`: what else is to be said."""

    name: str
    score: float | None
    max_score: float
    tally: str
    sentences: tuple[str, ...]
    checks: tuple[CheckVerdict, ...]
    comments: tuple[str, ...]
    pictures: tuple[ShownPicture, ...]


def write_feedback(course: Course, slug: str, named: Sequence[str] = ()) -> Feedback:
    """A page for each student who handed in, or for those named, under nbgrader's feedback/.

    In a student's folder lies the page and nothing else. One who cannot have a page has none, an older one neither, and
    costs nobody else theirs. Raises CourseError for a student that the gradebook does not know, or before anybody was
    graded, ToolError where a page cannot be written.
    """
    marks = read_marks(course, slug)
    folders = coursedir(course)
    asked = [marks.student(one) for one in named] if named else [one for one in marks.students if one.submitted]
    title = read_assignment(course, slug).title
    written, missing, failed = [], [], []
    for one in asked:
        student = one.person.id
        graded = Path(folders.format_path(folders.autograded_directory, student, slug)) / f"{slug}.ipynb"
        folder = Path(folders.format_path(folders.feedback_directory, student, slug))
        try:
            notebook = _notebook(graded, one)
            # A page of an earlier try says what is not so any more: without a new one, there is none.
            html = _page(marks, one, notebook, title) if notebook is not None or one.report is not None else None
        except AutograderError as error:
            remove(folder)
            failed.append(error)
            continue
        if html is None:
            remove(folder)
            missing.append(student)
            continue
        write_folder(folder, {f"{slug}.html": html.encode("utf-8")}, 0o644)
        written.append(student)
    return Feedback(tuple(written), tuple(missing), tuple(failed))


def _page(marks: ClassMarks, student: StudentMarks, notebook: NotebookNode | None, title: str) -> str:
    try:
        return feedback_page(marks, student, notebook, title=title, ours=True)
    except Exception as error:  # a report or a notebook that nobody thought of must not cost the others their pages
        raise AutograderError(
            f"no page can be made of it ({type(error).__name__}: {error})",
            where=student.person.id,
            next_step="Grade again with --force.",
        ) from error


def feedback_page(
    marks: ClassMarks, student: StudentMarks, notebook: NotebookNode | None, *, title: str, ours: bool
) -> str:
    """One student's page. `notebook`: theirs, marked; None if there is none. `ours`: the assignment is of this kit."""
    cells = shown_cells(notebook, ours=ours) if notebook is not None else []
    tasks = [_task(student, one, number) for number, one in enumerate(student.tasks, 1)]
    places = {one.task: number for number, one in enumerate(student.tasks, 1)}
    return page(
        "feedback.html",
        style=style(),
        title=title,
        name=student.person.name,
        handed_in=f"{student.timestamp:%Y-%m-%d %H:%M} UTC" if student.timestamp else "",
        score=student.score,
        max_score=marks.max_score,
        penalty=student.penalty,
        notices=_notices(student),
        tasks=tasks,
        comments=[words for cell, words in student.comments if cell not in places],
        cells=cells,
        places=places,
    )


def _notebook(path: Path, student: StudentMarks) -> NotebookNode | None:
    """A notebook that grading wrote; None where it had none to write. Raises AutograderError where it is damaged or
    gone. A link is not followed: it could lead to another's."""
    again = "Grade again with --force."
    if any(one.is_symlink() for one in (path, *path.parents[:2])):
        raise AutograderError("it is a link", where=str(path), next_step=again)
    if not path.exists():
        graded = student.score is not None if student.report is None else student.report.status == "graded"
        if graded:
            raise AutograderError("it is missing", where=str(path), next_step=again)
        return None
    try:
        notebook = nbformat.read(path, as_version=4)
        if not isinstance(notebook.cells, list):
            raise TypeError("it has no cells")
    except Exception as error:  # nbformat has no one class for what can be wrong with a file
        raise AutograderError("it is no notebook that can be read", where=str(path), next_step=again) from error
    return notebook


def _notices(student: StudentMarks) -> list[str]:
    """What stands above the marks."""
    report = student.report
    said = [_WHY[report.status]] if report is not None and report.status in _WHY else []
    if student.score is not None and any(task.waits for task in student.tasks):
        said.append("A part is still to be marked by a teacher.")
    if report is not None:
        said += [f"{one[0].upper()}{one[1:]}." for one in report.concerns]
    return said


def _task(student: StudentMarks, marks: TaskMarks, number: int) -> ShownTask:
    verdict = next((one for one in student.report.tasks if one.task == marks.task), None) if student.report else None
    sentences = []
    if verdict is not None and not verdict.attempted:
        sentences.append("You have not answered this task.")
    if verdict is not None and verdict.follow_through:
        sentences.append(
            "This was judged with a right answer in place of an earlier one of yours that is wrong: you pay for a "
            "mistake once."
        )
    if marks.manual is not None:
        auto = "" if marks.auto is None else f"; the autograder gave {points(marks.auto)}"
        sentences.append(f"A teacher gave these points{auto}.")
    if marks.extra:
        sentences.append(f"{points(marks.extra)} of them are extra credit.")
    if marks.waits:
        sentences.append("This waits for a teacher.")
    checks = verdict.checks if verdict is not None and verdict.attempted else ()
    return ShownTask(
        spaced(marks.task),
        marks.score,
        marks.max_score,
        _tally(verdict),
        tuple(sentences),
        checks,
        tuple(words for cell, words in student.comments if cell == marks.task),
        tuple(_shown(one, f"p{number}-{place}") for place, one in enumerate(verdict.pictures if verdict else ())),
    )


def _tally(verdict: TaskVerdict | None) -> str:
    if verdict is None:
        return ""
    if not verdict.attempted:
        return "not answered"
    counts = Counter(check.outcome for check in verdict.checks)
    return ", ".join(f"{counts[outcome]} {outcome}" for outcome in Outcome if counts[outcome])


def _shown(picture: Picture, prefix: str) -> ShownPicture:
    from autograder.publishing import figures  # matplotlib takes a while to import: only where there is a picture

    column = figures.first_difference(picture)
    where = "" if column is None else f" The first dimension that differs is {column}; a dotted line marks it."
    return ShownPicture(figures.side_by_side(picture, picture.title + where, prefix), picture.title + where)
