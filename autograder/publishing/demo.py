"""`autograder demo`: a made-up class, from the LMS's download to marks in the LMS."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from autograder.assignment import read_assignment
from autograder.authoring.build import build, write
from autograder.collecting.collect import Collecting
from autograder.collecting.roster import read_roster
from autograder.course import COURSE_VARIABLE, Course
from autograder.errors import CourseError
from autograder.grading.classroom import Member, make_class, new_course
from autograder.grading.grade import Grading
from autograder.grading.summary import progress
from autograder.publishing.class_report import write_class_report
from autograder.publishing.exports import Target
from autograder.publishing.exports.files import export_marks
from autograder.publishing.feedback import write_feedback
from autograder.publishing.gradescope.bundle import export_gradescope
from autograder.publishing.pretend import FOLDER, GRADEBOOK, ROSTER, SUBMISSIONS, WORKSHEET, write_downloads
from autograder.sandbox.isolation import Isolation
from autograder.verdict import Report

MARKER = ".autograder-demo"
GUIDE = "START-HERE.txt"
_GUIDE = """\
A class of {students} that does not exist, and what `autograder` made of it. Open report.html first.

  report.html        the class: marks, misconceptions, and who needs a human; its links lead to feedback/
  feedback/          what each student gets: feedback/STUDENT/{slug}/{slug}.html
  grades.csv         the marks, for a spreadsheet
  canvas.csv         the marks in the gradebook that Canvas gave, to be imported there
  moodle.csv         the marks and comments in Moodle's grading worksheet, to be uploaded there
  gradescope.zip     an autograder for Gradescope; the hidden checks are in it
  gradebook.db       nbgrader's gradebook: run `nbgrader formgrader` or `jupyter lab` in this folder to see it
  {lms}/      what the class began with: Canvas's zip of submissions, a roster, the files to fill in
  submitted/, autograded/, reports/   the notebooks as they came, as they were marked, and why

The rest is a copy of the course. Each step by hand, in this folder:

  autograder collect {slug} {submissions} --roster {roster}
  autograder grade {slug}
  autograder feedback {slug}
  autograder report {slug}
  autograder export {slug} --to csv
  autograder export {slug} --to canvas --from {gradebook}
  autograder export {slug} --to moodle --from {worksheet}
  autograder export {slug} --to gradescope
"""


def run_demo(
    course: Course, slug: str, folder: Path, console: Console, *, students: int, isolation: Isolation, jobs: int
) -> None:
    """Make the class in `folder`, and take it all the way: collect, grade, feedback, report, export. Print its marks.

    An earlier demo in the folder is replaced; raises CourseError if anything else is there.
    """
    _make_room(folder)
    made = new_course(course, folder)
    os.environ[COURSE_VARIABLE] = str(folder)
    write(made, build(made, slug))
    members = make_class(made, slug, students)
    write_downloads(folder, read_assignment(made, slug), members)
    Collecting(made, slug, read_roster(folder / ROSTER)).run(folder / SUBMISSIONS)
    grading = Grading(made, slug, isolation)
    with progress(console, len(members)) as advance:
        summary = grading.run(grading.students(), jobs=jobs, advance=advance)
    reports = {change.student: change.report for change in summary.changes}
    feedback = write_feedback(made, slug)
    if feedback.failed:
        raise feedback.failed[0]
    write_class_report(made, slug, folder / "report.html")
    export_marks(made, slug, Target.CSV)
    export_marks(made, slug, Target.CANVAS, template=folder / GRADEBOOK)
    export_marks(made, slug, Target.MOODLE, template=folder / WORKSHEET)
    export_gradescope(made, slug)
    _write_guide(folder, slug, students)
    console.print(_table(slug, members, reports))
    console.print(f"{len(reports)} submissions collected, graded and given back.", soft_wrap=True)
    console.print(f"The class: {_short(folder / 'report.html')}", soft_wrap=True)
    console.print(f"What else there is, and each step by hand: {_short(folder / GUIDE)}", soft_wrap=True)


def _write_guide(folder: Path, slug: str, students: int) -> None:
    names = {"submissions": SUBMISSIONS, "roster": ROSTER, "gradebook": GRADEBOOK, "worksheet": WORKSHEET}
    text = _GUIDE.format(slug=slug, students=students, lms=FOLDER, **names)
    (folder / GUIDE).write_text(text, encoding="utf-8")


def _make_room(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise CourseError("it is a file", where=str(folder), next_step="Name another folder for the demo.")
    if folder.is_dir() and any(folder.iterdir()):
        if not (folder / MARKER).is_file():
            raise CourseError(
                "the folder is not empty, and no demo made it", where=str(folder), next_step="Name another folder."
            )
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARKER).write_text("Made by `autograder demo`, which replaces this folder when it runs again.\n")


def _table(slug: str, members: list[Member], reports: Mapping[str, Report]) -> Table:
    table = Table(title=slug, title_justify="left", box=SIMPLE)
    table.add_column("student", no_wrap=True)
    for task in next(iter(reports.values())).tasks:
        words = task.task.replace("_", " ")
        # Where the terminal is narrow, what a submission was made from gives way, and not the marks.
        table.add_column(words, justify="right", min_width=max(map(len, words.split())))
    table.add_column("total", justify="right", no_wrap=True)
    table.add_column("made from", no_wrap=True)
    for member in members:
        report = reports[member.student]
        points = [f"{task.score:g}" for task in report.tasks]
        table.add_row(member.student, *points, f"{report.score:g}/{report.max_score:g}", member.made_from)
    return table


def _short(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
