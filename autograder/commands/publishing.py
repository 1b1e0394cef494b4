"""Commands that give marks out: pages, files for an LMS, and a class to try it all on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from autograder.commands.common import Slug, Walls, complain, cores, wall_of, warn
from autograder.course import Course
from autograder.errors import AutograderError
from autograder.publishing.exports import Target
from autograder.publishing.gradescope import Visibility
from autograder.sandbox.isolation import Isolation
from autograder.terminal import printable

_OPTIONS = {
    Target.CSV: ("--zeros",),
    Target.CANVAS: ("--from", "--column", "--scale", "--zeros"),
    Target.MOODLE: ("--from", "--scale", "--zeros"),
    Target.GRADESCOPE: ("--visibility", "--isolation"),
}


def feedback(
    context: typer.Context,
    slug: Slug,
    student: Annotated[list[str] | None, typer.Option(help="This student only; may be repeated.")] = None,
) -> None:
    """Write a page for each student: marks, reasons, what to look at, and their notebook."""
    course: Course = context.obj()
    course.require(slug)
    from autograder.publishing.feedback import write_feedback

    done = write_feedback(course, slug, student or ())
    number = len(done.written)
    print(f"{number} {'page' if number == 1 else 'pages'}: feedback/STUDENT/{slug}/{slug}.html")
    if done.missing:
        print(f"not handed in, or not graded yet: {', '.join(map(printable, done.missing))}")
    for error in done.failed:
        complain(error)
    if done.failed:
        raise typer.Exit(AutograderError.exit_code)


def report(  # noqa: PLR0917 - typer calls it by name
    context: typer.Context,
    slug: Slug,
    output: Annotated[Path | None, typer.Option(help="The file; default: report.html in the course's folder.")] = None,
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Without names and links.")] = False,
    regrade: Annotated[
        bool, typer.Option("--regrade", help="Judge all anew, and show whose marks would change. No mark is written.")
    ] = False,
    isolation: Walls = None,
) -> None:
    """Write a page for the class: marks, tasks, checks, misconceptions, and what needs a human."""
    course: Course = context.obj()
    course.require(slug)
    path = (output or course.root / "report.html").resolve()
    from autograder.publishing.class_report import write_class_report

    changes = None
    if regrade:
        from autograder.grading.grade import Grading
        from autograder.grading.summary import progress

        grading = Grading(course, slug, wall_of(isolation, course))
        students = grading.students()
        with progress(Console(highlight=False, emoji=False), len(students)) as advance:
            changes = grading.rehearse(students, jobs=cores(), advance=advance).changes
    write_class_report(course, slug, path, anonymous=anonymous, changes=changes)
    print(f"the class: {path if output else path.name}")


def export(  # noqa: PLR0917 - typer calls it by name
    context: typer.Context,
    slug: Slug,
    to: Annotated[Target, typer.Option("--to", help="What the file is for.")],
    into: Annotated[
        Path | None, typer.Option("--into", "-o", metavar="PATH", help="Where to; default: the course's folder.")
    ] = None,
    template: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="The file that Canvas or Moodle gave, to fill in.")
    ] = None,
    column: Annotated[
        str, typer.Option(help="Canvas: the assignment's column; default: the one of its title or slug.")
    ] = "",
    scale: Annotated[
        bool, typer.Option("--scale", help="Canvas, Moodle: scale scores to the points there, where they differ.")
    ] = False,
    zeros: Annotated[bool, typer.Option("--zeros", help="0 for who handed in nothing, and no empty cell.")] = False,
    visibility: Annotated[
        Visibility | None, typer.Option(help="Gradescope: when students see their results; default: at once.")
    ] = None,
    isolation: Annotated[
        Isolation | None, typer.Option(help="Gradescope: the wall there; default: the strongest that works.")
    ] = None,
) -> None:
    """Write marks for a spreadsheet, Canvas or Moodle; or an autograder for Gradescope."""
    course: Course = context.obj()
    course.require(slug)
    given = {"--from": template, "--column": column, "--scale": scale, "--zeros": zeros}
    _refuse_options(to, {**given, "--visibility": visibility, "--isolation": isolation})
    if to is Target.GRADESCOPE:
        from autograder.publishing.gradescope.bundle import export_gradescope

        if isolation is Isolation.NONE:
            warn("students' code runs there with the grader's rights, and can read the hidden checks.")
        made = export_gradescope(
            course, slug, into=into, visibility=visibility or Visibility.VISIBLE, isolation=isolation
        )
        print(f"wrote {course.where(made.path)}: upload it to Gradescope. The hidden checks and the secret are in it.")
        return
    from autograder.publishing.exports.files import export_marks
    from autograder.publishing.exports.scores import Filling

    filling = Filling(zeros=zeros, scale=scale)
    written = export_marks(course, slug, to, into=into, template=template, column=column, filling=filling)
    print(f"wrote {course.where(written.path)}: the marks of {written.filled}")
    for sentence in written.left_out:
        print(f"  not in it: {printable(sentence)}")


def _refuse_options(to: Target, given: dict[str, object]) -> None:
    for name, value in given.items():
        if value and name not in _OPTIONS[to]:
            raise typer.BadParameter(f"it is not for --to {to}", param_hint=f"'{name}'")


def examples(
    context: typer.Context,
    paths: Annotated[list[Path] | None, typer.Argument(metavar="PATH", help="Students' notebooks.")] = None,
    install: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Put a workflow that does this into a repository for students.")
    ] = None,
) -> None:
    """Run the visible examples of notebooks, and nothing hidden: what students can see for themselves."""
    if not paths and install is None:
        raise typer.BadParameter("name a notebook, or a repository with --install", param_hint="'PATH'")
    if install is not None:
        from autograder.publishing import github

        for sentence in github.install(context.obj(), install):
            print(sentence)
    if paths:
        from autograder.publishing import examples as running

        raise typer.Exit(running.main([str(path) for path in paths]))


def demo(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to put the class.")] = Path("demo"),
    students: Annotated[int, typer.Option(min=3, max=500, help="How many.")] = 12,
    assignment: Annotated[str | None, typer.Option(help="The assignment; default: the first.")] = None,
    isolation: Walls = None,
) -> None:
    """Make a class of right, wrong and damaged submissions, and take it from an LMS's download to marks in the LMS."""
    course: Course = context.obj()
    slug = course.require(assignment or next(iter(course.assignments), ""))
    walls = wall_of(isolation, course)
    from autograder.publishing.demo import run_demo

    console = Console(highlight=False, emoji=False)
    run_demo(course, slug, folder.resolve(), console, students=students, isolation=walls, jobs=cores())
