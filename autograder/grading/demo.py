"""`autograder demo`: a class, graded through nbgrader into its gradebook."""

from __future__ import annotations

import csv
import os
import shutil
from pathlib import Path

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from autograder.assignment import read_assignment
from autograder.authoring.build import build, write
from autograder.course import COURSE_VARIABLE, Course
from autograder.errors import CourseError, ToolError
from autograder.grading.classroom import Member, hand_in, make_class, new_course
from autograder.grading.stock import Marks, Nbgrader

MARKER = ".autograder-demo"


def run_demo(course: Course, slug: str, folder: Path, students: int, console: Console) -> None:
    """Make the class in `folder`, grade it, print its marks, and write them to marks.csv.

    An earlier demo in the folder is replaced; raises CourseError if anything else is there, ToolError if a submission
    could not be graded.
    """
    _make_room(folder)
    made = new_course(course, folder)
    os.environ[COURSE_VARIABLE] = str(folder)
    write(made, build(made, slug))
    members = make_class(made, slug, students)
    hand_in(made, slug, members)
    nbgrader = Nbgrader(made)
    nbgrader.generate_assignment(slug)
    complaints = _grade(nbgrader, slug, [member.student for member in members], console)
    if complaints:
        student, complaint = next(iter(complaints.items()))
        raise ToolError(f"nbgrader did not grade {len(complaints)} submissions, {student} first: {complaint}")
    marks = [nbgrader.marks(slug, member.student) for member in members]
    tasks = [task.name for task in read_assignment(made, slug).tasks]
    console.print(_table(slug, members, marks, tasks))
    _write_csv(folder / "marks.csv", marks, tasks)
    console.print(f"{len(marks)} submissions graded. Marks: {_short(folder / 'marks.csv')}", soft_wrap=True)
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


def _grade(nbgrader: Nbgrader, slug: str, students: list[str], console: Console) -> dict[str, str]:
    columns = (TextColumn("nbgrader autograde"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    complaints = {}
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("", total=len(students))
        for student, complaint in nbgrader.autograde(slug, students):
            if complaint:
                complaints[student] = complaint
            progress.advance(bar)
    return complaints


def _table(slug: str, members: list[Member], marks: list[Marks], tasks: list[str]) -> Table:
    table = Table(title=slug, caption="–: waits for a human", title_justify="left", caption_justify="left", box=SIMPLE)
    table.add_column("student", no_wrap=True)
    for task in tasks:
        table.add_column(task.replace("_", " "), justify="right")
    table.add_column("total", justify="right", no_wrap=True)
    table.add_column("made from", no_wrap=True)
    for member, row in zip(members, marks, strict=True):
        points = [_points(row.tasks.get(task)) for task in tasks]
        table.add_row(member.student, *points, f"{row.score:g}/{row.max_score:g}", member.made_from)
    return table


def _points(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"


def _write_csv(path: Path, marks: list[Marks], tasks: list[str]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["student", *tasks, "score", "max_score"])
        for row in marks:
            points = ["" if row.tasks.get(task) is None else f"{row.tasks[task]:g}" for task in tasks]
            writer.writerow([row.student, *points, f"{row.score:g}", f"{row.max_score:g}"])


def _short(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
