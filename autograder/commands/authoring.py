"""Commands for whoever writes exercises, or wants to know that marks can be trusted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.commands.common import Slugs, Walls, wall_of
from autograder.course import Course
from autograder.errors import LeakError

if TYPE_CHECKING:
    pass


def build(
    context: typer.Context,
    slugs: Slugs = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit 1 if anything is stale.")] = False,
) -> None:
    """Make source/ and release/ from assignments/ and solutions/."""
    course: Course = context.obj()
    named = [course.require(slug) for slug in slugs or course.assignments]
    from autograder.authoring import build as building

    try:
        built = [building.build(course, slug) for slug in named]
    except LeakError as error:
        if not check:
            raise
        print(error)
        raise typer.Exit(1) from None
    if not check:
        for one in built:
            written = building.write(course, one)
            for path in written:
                print(f"wrote {course.where(path)}")
            if not written:
                print(f"{one.slug} is as it should be")
        return
    faults = [sentence for one in built for sentence in building.stale(course, one)]
    faults += [] if slugs else building.strays(course)
    for fault in faults:
        print(fault)
    if faults:
        raise typer.Exit(1)
    print(f"{len(built)} assignments: source/ and release/ are what the texts give, and no answer is in release/")


def verify(
    context: typer.Context,
    slugs: Slugs = None,
    *,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; default: one for each core.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON for each assignment.")] = False,
    mutants: Annotated[
        bool, typer.Option("--mutants", help="Also change the answers, one thing at a time: a check must notice each.")
    ] = False,
    write: Annotated[
        bool, typer.Option("--write", help="With --mutants: write docs/grader-quality.md if there is no fault.")
    ] = False,
    isolation: Walls = None,
) -> None:
    """Grade the grader: every file whose marks are known gets them, and every check rejects something."""
    course: Course = context.obj()
    named = [course.require(slug) for slug in slugs or course.assignments]
    if write and (slugs or not mutants):
        raise typer.BadParameter("the page is on mutants too, and on all assignments", param_hint="'--write'")
    from autograder.auditing.run import audit_course, with_page, write_page

    walls = wall_of(isolation, course) if mutants else None
    audits = audit_course(course, named, jobs, mutants_behind=walls)
    if mutants and not write:
        audits = with_page(course, audits)
    elif write and all(audit.ok for audit in audits):
        write_page(course, audits)
    for audit in audits:
        if as_json:
            print(json.dumps(audit.to_dict(), ensure_ascii=False))
            continue
        for fault in audit.faults:
            print(fault)
        counts = ", ".join(f"{number} {kind}" for kind, number in audit.counts.items())
        if audit.mutants is not None:
            counts += f"; {sum(audit.mutants.killed.values())} of {sum(audit.mutants.made.values())} mutants killed"
        print(f"{audit.assignment}: {counts}; {len(audit.faults)} faults")
    if not all(audit.ok for audit in audits):
        raise typer.Exit(1)
