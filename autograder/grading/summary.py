"""What a run of `autograder grade` says at its end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator

from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from autograder.grading.grade import Change, Summary
from autograder.grading.gradebook import Marks
from autograder.verdict import Report


@contextlib.contextmanager
def progress(console: Console, total: int) -> Iterator[Callable[[], object]]:
    """A bar with rate and time left. Gives what to call for each that is done."""
    columns = (
        TextColumn("grading"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("", total=total, rate="")

        def advance() -> None:
            progress.advance(bar)
            speed = progress.tasks[0].speed
            progress.update(bar, rate=f"{speed:.1f} a second" if speed else "")

        yield advance


def show(console: Console, slug: str, summary: Summary) -> None:
    """Marks by task, how the run went, and what needs a human."""
    if summary.changes:
        console.print(_tasks(slug, [change.report for change in summary.changes]))
    graded = [change.report for change in summary.changes if change.report.status == "graded"]
    rate = len(summary.changes) / summary.seconds if summary.seconds else 0.0
    words = [f"{len(summary.changes)} submissions graded in {summary.seconds:.1f} s ({rate:.1f} a second)"]
    if summary.unchanged:
        words.append(f"{len(summary.unchanged)} as they were")
    if len(graded) < len(summary.changes):
        words.append(f"{len(summary.changes) - len(graded)} not wholly")
    console.print(", ".join(words), soft_wrap=True)
    show_attention(console, summary)


def show_changes(console: Console, slug: str, summary: Summary) -> None:
    """Whose marks would become which, and nothing else."""
    table = Table(title=f"{slug}: marks that would change", title_justify="left", box=SIMPLE)
    for column, side in (("student", "left"), ("task", "left"), ("now", "right"), ("then", "right")):
        table.add_column(column, justify=side, no_wrap=True)  # type: ignore[arg-type]  # rich's literals
    for change in sorted(summary.changes, key=lambda change: change.student):
        for task, now, then in differences(slug, change):
            table.add_row(escape(change.student), task, _points(now), _points(then))
    if table.row_count:
        console.print(table)
    students = sum(1 for change in summary.changes if differences(slug, change))
    console.print(
        f"{students} of {len(summary.changes)} submissions would change. Nothing was written.", soft_wrap=True
    )
    show_attention(console, summary)


def differences(slug: str, change: Change) -> list[tuple[str, float | None, float | None]]:
    """Each task whose points would change: its name, the autograder's points in the gradebook, and those to come."""
    before = change.before or Marks()
    rows = []
    for task in change.report.tasks:
        now = before.auto.get((slug, task.task))
        then = None if change.report.status == "invalid" else task.score
        if now != then:
            rows.append((task.task, now, then))
    return rows


def show_attention(console: Console, summary: Summary) -> None:
    """A line for each student whose submission a human should look at."""
    if not summary.attention:
        return
    console.print(f"[magenta]Look at {len(summary.attention)}:[/magenta]")
    for student, sentences in sorted(summary.attention.items()):
        console.print(f"  {escape(student)}: {escape('; '.join(sentences))}", soft_wrap=True)


def _tasks(slug: str, reports: list[Report]) -> Table:
    table = Table(title=slug, title_justify="left", box=SIMPLE)
    for column in ("task", "full marks", "part", "none", "mean"):
        table.add_column(column, justify="left" if column == "task" else "right", no_wrap=True)
    names = dict.fromkeys(task.task for report in reports for task in report.tasks)
    for name in names:
        tasks = [task for report in reports for task in report.tasks if task.task == name]
        scores = [task.score for task in tasks]
        most = max(task.max_score for task in tasks)
        full, none = sum(score == most for score in scores), sum(score == 0 for score in scores)
        part = len(scores) - full - none
        table.add_row(name.replace("_", " "), str(full), str(part), str(none), f"{_mean(scores):.2f} of {most:g}")
    totals = [report.score for report in reports]
    most = max(report.max_score for report in reports)
    table.add_row("all", "", "", "", f"{_mean(totals):.2f} of {most:g}", style="bold")
    return table


def _mean(values: Iterable[float]) -> float:
    listed = [*values]
    return sum(listed) / len(listed)


def _points(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"
