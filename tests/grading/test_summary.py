"""What a run says at its end."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from autograder.grading.changes import Change, differences
from autograder.grading.grade import Summary
from autograder.grading.gradebook import Marks
from autograder.grading.summary import show, show_attention, show_changes
from autograder.verdict import CheckVerdict, Outcome, Report, TaskVerdict


def report(points: float, status: str = "graded") -> Report:
    outcome = Outcome.PASSED if points else Outcome.FAILED
    check = CheckVerdict("doubles", "Every value is doubled.", outcome, points, 2.0)
    return Report("hw", (TaskVerdict("double_it", (check,)),), status=status)


def change(student: str, points: float, before: float | None = None, status: str = "graded") -> Change:
    marks = None if before is None else Marks(auto={("hw", "double_it"): before})
    return Change(student, report(points, status), marks)


def printed(summary: Summary, how: object = show) -> list[str]:
    """The lines, without blanks and rules, as a pipe gets them."""
    text = io.StringIO()
    console = Console(file=text, width=120, highlight=False, emoji=False)
    how(console, summary) if how is show_attention else how(console, "hw", summary)  # type: ignore[operator]
    return [" ".join(line.split()) for line in text.getvalue().splitlines() if line.strip(" ─")]


def test_marks_by_task_and_how_it_went() -> None:
    changes = [change("ada", 2.0), change("bob", 0.5), change("cleo", 0.0), change("dan", 0.0, status="crashed")]
    summary = Summary(changes, ["eve"], attention={"dan": ("it crashed",)}, seconds=2.0)
    assert printed(summary) == [
        "hw",
        "task full marks part none mean",
        "double it 1 1 2 0.62 of 2",
        "all 0.62 of 2",
        "4 submissions graded in 2.0 s (2.0 a second); 1 could not be graded wholly",
        "1 submission is as it was",
        "To be looked at: 1 submission",
        "dan: it crashed",
    ]


@pytest.mark.parametrize(
    ("summary", "lines"),
    [
        (Summary(unchanged=["ada", "bob"]), ["2 submissions are as they were: nothing to grade"]),
        (
            Summary(unchanged=["ada"], penalties=["ada"]),
            ["1 submission is as it was: nothing to grade", "late penalties counted anew: 1"],
        ),
    ],
)
def test_nothing_to_grade(summary: Summary, lines: list[str]) -> None:
    assert printed(summary) == lines


def test_what_students_wrote_cannot_steer_the_terminal() -> None:
    names = {"[red]x[/red]": ("[bold]a.txt is a link",), "\x1b[2J\x07": ("\x1b]0;title\x07", "a\nb"), ":bug:": (":x:",)}
    assert printed(Summary(attention=names), show_attention) == [
        "To be looked at: 3 submissions",
        "\ufffd[2J\ufffd: \ufffd]0;title\ufffd; a\ufffdb",
        ":bug:: :x:",
        "[red]x[/red]: [bold]a.txt is a link",
    ]


def test_one_student_does_not_fill_the_terminal() -> None:
    told = tuple(f"code cell {number}: it ended." for number in range(1, 1001))
    assert printed(Summary(attention={"ada": told[:5], "bob": told}), show_attention) == [
        "To be looked at: 2 submissions",
        f"ada: {'; '.join(told[:5])}",
        f"bob: {'; '.join(told[:5])}; and 995 more in the report",
    ]


def test_whose_marks_would_become_which() -> None:
    changes = [
        change("bob", 0.0, before=2.0),
        change("ada", 1.5),
        change("cleo", 2.0, before=2.0),
        change("dan", 0.0, before=1.0, status="invalid"),
        change("eve", 0.0, status="invalid"),
    ]
    assert printed(Summary(changes), show_changes) == [
        "hw: marks that would change",
        "student task now then by",
        "ada double_it – 1.5",
        "bob double_it 2 0",
        "dan double_it 1 –",
        "The marks of 3 of 5 submissions would change. Nothing was written.",
    ]
    assert differences("hw", changes[2]) == []
