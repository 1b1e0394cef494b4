"""What `autograder collect` says at its end."""

from __future__ import annotations

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from autograder.collecting.collect import Summary
from autograder.collecting.handed_in import TIMESTAMP, Receipt
from autograder.terminal import safe
from autograder.wording import many

# How many lines of one kind stand in the terminal: a hostile download may have a hundred thousand.
LINES = 100
_FILES = 4


def show(console: Console, slug: str, summary: Summary, *, dry: bool) -> None:
    """What was collected, what was not and why, and of whom nothing came."""
    if dry and summary.taken:
        console.print(_table(slug, summary.taken))
    number = len(summary.taken)
    _say(console, f"{many(number)} {'would be ' if dry else ''}collected for {slug} from {summary.scheme.title}")
    if number := len(summary.unchanged):
        _say(console, f"{many(number)} {'is as it was' if number == 1 else 'are as they were'}")
    for student, receipt in sorted(summary.older.items()):
        _say(console, f"{student}: a newer try lies in submitted/ than the one of {_when(receipt)}, and stays")
    _times(console, summary)
    told = {**summary.taken, **summary.unchanged}
    _listed(console, "Of note", [f"{who}: {note}" for who, one in sorted(told.items()) for note in one.notes])
    _listed(console, "Left out", [f"{one.name}: {one.why}" for one in summary.refused], "magenta")
    _listed(console, "In the roster, without a submission", summary.without)
    _listed(console, "In the roster, without an id", summary.notes)
    if dry:
        _say(console, "Nothing was written.")


def _times(console: Console, summary: Summary) -> None:
    """Who was late, and what the LMS does not say of that."""
    late = sorted(student for student, one in {**summary.taken, **summary.unchanged}.items() if one.late)
    if late:
        _say(console, f"late: {', '.join(late[:LINES])}{_more(len(late) - LINES)}")
    if summary.scheme.of_time:
        _say(console, summary.scheme.of_time)


def _table(slug: str, taken: dict[str, Receipt]) -> Table:
    table = Table(title=f"{slug}: what would be collected", title_justify="left", box=SIMPLE)
    for column in ("student", "in the download", "when", "files"):
        table.add_column(column, overflow="fold")
    for student, receipt in sorted(taken.items()):
        names = [name for name in receipt.names if name != TIMESTAMP]
        files = ", ".join(names[:_FILES]) + _more(len(names) - _FILES)
        table.add_row(safe(student), safe(receipt.who), _when(receipt), safe(files))
    return table


def _listed(console: Console, title: str, lines: list[str], color: str = "default") -> None:
    if not lines:
        return
    console.print(f"[{color}]{title}: {len(lines)}[/{color}]")
    for line in lines[:LINES]:
        console.print(f"  {safe(line)}", soft_wrap=True)
    if len(lines) > LINES:
        _say(console, f"  and {len(lines) - LINES} more")


def _say(console: Console, sentence: str) -> None:
    console.print(safe(sentence), soft_wrap=True)


def _when(receipt: Receipt) -> str:
    if receipt.when:
        return f"{receipt.when:%Y-%m-%d %H:%M} UTC"
    return "late" if receipt.late else ""


def _more(number: int) -> str:
    return f" and {number} more" if number > 0 else ""
