"""What a run of `autograder grade` says at its end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from autograder.grading.changes import differences
from autograder.grading.grade import Summary
from autograder.terminal import safe
from autograder.verdict import Report
from autograder.wording import many

# How many sentences of one student stand in the terminal: a notebook may have a thousand cells that crash.
SENTENCES = 5


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
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
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
        console.print(_how_it_went(summary), soft_wrap=True)
    if summary.unchanged:
        number = len(summary.unchanged)
        as_before = f"{many(number)} {'is as it was' if number == 1 else 'are as they were'}"
        console.print(as_before if summary.changes else f"{as_before}: nothing to grade", soft_wrap=True)
    if summary.penalties:
        console.print(f"late penalties counted anew: {len(summary.penalties)}", soft_wrap=True)
    show_attention(console, summary)


def show_changes(console: Console, slug: str, summary: Summary) -> None:
    """Whose marks would become which, and nothing else."""
    table = Table(title=f"{slug}: marks that would change", title_justify="left", box=SIMPLE)
    for column, side in (("student", "left"), ("task", "left"), ("now", "right"), ("then", "right")):
        table.add_column(column, justify=side, no_wrap=True)  # type: ignore[arg-type]  # rich's literals
    table.add_column("by")
    for change in sorted(summary.changes, key=lambda change: change.student):
        for one in differences(slug, change):
            by = [*one.checks, *(["a human's points stand"] if one.human else [])]
            table.add_row(safe(change.student), one.task, _points(one.now), _points(one.then), safe("; ".join(by)))
    if table.row_count:
        console.print(table)
    students = sum(1 for change in summary.changes if differences(slug, change))
    console.print(
        f"The marks of {students} of {many(len(summary.changes))} would change. Nothing was written.", soft_wrap=True
    )
    show_attention(console, summary)


def show_attention(console: Console, summary: Summary) -> None:
    """A line for each student whose submission a human should look at."""
    if not summary.attention:
        return
    console.print(f"[magenta]To be looked at: {many(len(summary.attention))}[/magenta]")
    for student, sentences in sorted(summary.attention.items()):
        more = [f"and {len(sentences) - SENTENCES} more in the report"] if len(sentences) > SENTENCES else []
        words = "; ".join([*sentences[:SENTENCES], *more])
        console.print(f"  {safe(student)}: {safe(words)}", soft_wrap=True)


def _how_it_went(summary: Summary) -> str:
    done, rate = len(summary.changes), len(summary.changes) / max(summary.seconds, 1e-9)
    words = f"{many(done)} graded in {summary.seconds:.1f} s ({rate:.1f} a second)"
    partly = sum(change.report.status != "graded" for change in summary.changes)
    return f"{words}; {partly} could not be graded wholly" if partly else words


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
