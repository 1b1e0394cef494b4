"""What the commands share: the option that names a wall, and how errors and warnings are said."""

from __future__ import annotations

import os
from typing import Annotated

import typer
from rich.console import Console

from autograder.course import Course
from autograder.errors import AutograderError
from autograder.sandbox.isolation import Isolation, best, weakness
from autograder.terminal import safe

Slug = Annotated[str, typer.Argument(metavar="SLUG", help="The assignment.")]
Slugs = Annotated[list[str] | None, typer.Argument(metavar="SLUG", help="Assignments; all of them if none is named.")]
Walls = Annotated[
    Isolation | None, typer.Option(help="How students' code is walled in; default: the strongest that works here.")
]


def wall_of(wanted: Isolation | None, course: Course) -> Isolation:
    """The wall to use; says so where it is a weak one. Raises CourseError where there is none that hides the course."""
    walls = best(wanted, course.root)
    if walls is not Isolation.BUBBLEWRAP:
        warn(weakness(walls))
    return walls


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0))


def complain(error: AutograderError) -> None:
    """An error, in one line on stderr."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(f"[red]autograder:[/red] {safe(str(error))}")


def warn(sentence: str) -> None:
    """A warning, in one line on stderr."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(f"[yellow]autograder:[/yellow] {safe(sentence)}")
