"""Commands from a download to marks in the gradebook."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from autograder.commands.common import Slug, Walls, complain, cores, wall_of
from autograder.course import Course
from autograder.errors import AutograderError

if TYPE_CHECKING:
    from autograder.verdict import Report


def check(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Notebooks, or plain modules.")],
    assignment: Annotated[str | None, typer.Option(help="The assignment, where the file does not tell.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON for each report.")] = False,
    isolation: Walls = None,
) -> None:
    """Grade files, each a notebook or a plain module, without a gradebook."""
    course: Course = context.obj()
    from autograder.grading.engine import Engine
    from autograder.grading.files import Grader
    from autograder.sandbox.limits import Limits

    console = Console(highlight=False)
    failed = False
    with Engine(wall_of(isolation, course), Limits.of(course.settings())) as engine:
        grader = Grader(course, engine, assignment)
        for path in paths:
            try:
                reports = grader.grade(path)
            except AutograderError as error:
                complain(error)
                failed = True
                continue
            for report in reports:
                if as_json:
                    print(report.to_json(path=str(path)), flush=True)
                else:
                    _print_report(console, path, report)
    if failed:
        raise typer.Exit(AutograderError.exit_code)


def _print_report(console: Console, path: Path, report: Report) -> None:
    head = f"{path}  {report.assignment}: {report.score:g} of {report.max_score:g}"
    console.print(f"[bold]{escape(head)}[/bold]" + ("" if report.status == "graded" else f"  ({report.status})"))
    for task in report.tasks:
        if not task.attempted:
            console.print(f"  [dim]{task.task}: not attempted[/dim]")
            continue
        color = "green" if task.score == task.max_score else "red" if task.score == 0 else "yellow"
        follow = "  (judged with a right answer in place of an earlier, wrong one)" if task.follow_through else ""
        console.print(f"  [{color}]{task.task}: {task.score:g} of {task.max_score:g}[/{color}]{follow}")
        for row in task.checks:
            if row.outcome != "passed":
                name = f" [{row.misconception.replace('_', ' ')}]" if row.misconception else ""
                console.print(f"    {row.outcome}: {escape(row.title)}")
                console.print(f"      [dim]{escape(row.message + name)}[/dim]")
    shown_above = {f"{task.task} was not attempted" for task in report.tasks}
    for sentence in report.attention:
        if sentence in shown_above:
            continue
        console.print(f"  [magenta]look at: {escape(sentence)}[/magenta]")


def collect(
    context: typer.Context,
    slug: Slug,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The zip from the LMS, or a folder.")],
    roster: Annotated[Path | None, typer.Option(metavar="CSV", help="Who is in the course, with ids.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write nothing; show whose what would be taken.")] = False,
) -> None:
    """Put an LMS's download (Canvas, Moodle, Brightspace, nbgrader's exchange, a folder) into submitted/."""
    course: Course = context.obj()
    course.require(slug)
    from autograder.collecting import collect as collecting
    from autograder.collecting import summary as summaries
    from autograder.collecting.roster import read_roster

    known = None if roster is None else read_roster(roster)
    summary = collecting.Collecting(course, slug, known).run(file, dry=dry_run)
    summaries.show(Console(highlight=False, emoji=False), slug, summary, dry=dry_run)


def grade(  # noqa: PLR0917 - typer calls it by name
    context: typer.Context,
    slug: Slug,
    student: Annotated[list[str] | None, typer.Option(help="Grade this student only; may be repeated.")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Worker processes; default: one for each core.")] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Grade on a Dask cluster: tcp://host:8786.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Grade what has not changed, too.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write nothing; show which marks would change.")] = False,
    isolation: Walls = None,
) -> None:
    """Grade submitted/ into autograded/, reports/ and the gradebook. What has not changed is not graded again."""
    course: Course = context.obj()
    course.require(slug)
    walls = wall_of(isolation, course)
    if scheduler is None:
        from autograder.grading.executors import begin_early

        begin_early()
    from autograder.grading import summary as summaries
    from autograder.grading.grade import Grading

    grading = Grading(course, slug, walls)
    students = grading.students(student or ())
    console = Console(highlight=False, emoji=False)
    with summaries.progress(console, len(students)) as advance:
        at_once = jobs or cores()
        if dry_run:
            summary = grading.rehearse(students, jobs=at_once, scheduler=scheduler, advance=advance)
        else:
            summary = grading.run(students, jobs=at_once, scheduler=scheduler, force=force, advance=advance)
    show = summaries.show_changes if dry_run else summaries.show
    show(console, slug, summary)


def doctor(context: typer.Context) -> None:
    """Say what works on this machine, and what to install."""
    from autograder.sandbox.doctor import examine

    console = Console(highlight=False, soft_wrap=True)
    findings = examine(context.obj)
    for finding in findings:
        sign = "[green]works[/green]" if finding.works else "[red]missing[/red]"
        console.print(f"{sign:>8}  {escape(finding.what)}: {escape(finding.says)}")
    if not all(finding.works for finding in findings if finding.needed):
        raise typer.Exit(1)
