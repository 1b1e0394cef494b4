"""`autograder demo`: a class of known answers, graded into its gradebook."""

from __future__ import annotations

import csv
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from autograder.authoring.build import build, write
from autograder.course import COURSE_VARIABLE, Course
from autograder.errors import CourseError
from autograder.grading.classroom import Member, hand_in, make_class, new_course
from autograder.grading.grade import Grading
from autograder.grading.summary import progress
from autograder.sandbox.isolation import Isolation
from autograder.verdict import Report

MARKER = ".autograder-demo"


def run_demo(
    course: Course, slug: str, folder: Path, console: Console, *, students: int, isolation: Isolation, jobs: int
) -> None:
    """Make the class in `folder`, grade it, print its marks, and write them to marks.csv.

    An earlier demo in the folder is replaced; raises CourseError if anything else is there.
    """
    _make_room(folder)
    made = new_course(course, folder)
    os.environ[COURSE_VARIABLE] = str(folder)
    write(made, build(made, slug))
    members = make_class(made, slug, students)
    hand_in(made, slug, members)
    grading = Grading(made, slug, isolation)
    with progress(console, len(members)) as advance:
        summary = grading.run(grading.students(), jobs=jobs, advance=advance)
    reports = {change.student: change.report for change in summary.changes}
    console.print(_table(slug, members, reports))
    _write_csv(folder / "marks.csv", reports)
    console.print(
        f"{len(reports)} submissions graded. Marks: {_short(folder / 'marks.csv')}; "
        f"a report for each: {_short(folder / 'reports')}",
        soft_wrap=True,
    )
    console.print(
        f"The gradebook: {_short(folder / 'gradebook.db')}; graded notebooks: {_short(folder / 'autograded')}",
        soft_wrap=True,
    )


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
        table.add_column(task.task.replace("_", " "), justify="right")
    table.add_column("total", justify="right", no_wrap=True)
    table.add_column("made from", no_wrap=True)
    for member in members:
        report = reports[member.student]
        points = [f"{task.score:g}" for task in report.tasks]
        table.add_row(member.student, *points, f"{report.score:g}/{report.max_score:g}", member.made_from)
    return table


def _write_csv(path: Path, reports: Mapping[str, Report]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        tasks = [task.task for task in next(iter(reports.values())).tasks]
        writer.writerow(["student", *tasks, "score", "max_score"])
        for student, report in sorted(reports.items()):
            points = [f"{task.score:g}" for task in report.tasks]
            writer.writerow([student, *points, f"{report.score:g}", f"{report.max_score:g}"])


def _short(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
