"""The command line. Every error is one line that says what, where and what to do next, and ends with exit code 2."""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from autograder import __version__
from autograder.course import COURSE_VARIABLE, Course
from autograder.errors import AutograderError, LeakError
from autograder.publishing.exports import Target
from autograder.publishing.gradescope import Visibility
from autograder.sandbox.isolation import Isolation

if TYPE_CHECKING:
    from autograder.verdict import Report

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Build, grade and prove autograded exercises for the input layer of a transformer.",
)
Slugs = Annotated[list[str] | None, typer.Argument(metavar="SLUG", help="Assignments; all of them if none is named.")]
Walls = Annotated[
    Isolation | None, typer.Option(help="How students' code is walled in; default: the strongest that works here.")
]


def _show_version(wanted: bool) -> None:
    if wanted:
        print(__version__)
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    course: Annotated[Path | None, typer.Option(help="The course's folder; default: the one you are in.")] = None,
    version: Annotated[bool, typer.Option("--version", callback=_show_version, help="Print the version.")] = False,
) -> None:
    """What every command knows."""
    if course is not None:
        os.environ.pop(COURSE_VARIABLE, None)
    context.obj = functools.partial(Course.find, course)


@app.command()
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


@app.command()
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
    with Engine(_walls(isolation), Limits.of(course.settings())) as engine:
        grader = Grader(course, engine, assignment)
        for path in paths:
            try:
                reports = grader.grade(path)
            except AutograderError as error:
                _complain(error)
                failed = True
                continue
            for report in reports:
                if as_json:
                    print(report.to_json(path=str(path)), flush=True)
                else:
                    _print_report(console, path, report)
    if failed:
        raise typer.Exit(AutograderError.exit_code)


@app.command()
def collect(
    context: typer.Context,
    slug: Annotated[str, typer.Argument(metavar="SLUG", help="The assignment.")],
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


@app.command()
def grade(  # noqa: PLR0917 - typer calls it by name
    context: typer.Context,
    slug: Annotated[str, typer.Argument(metavar="SLUG", help="The assignment.")],
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
    walls = _walls(isolation)
    if scheduler is None:
        from autograder.grading.executors import begin_early

        begin_early()
    from autograder.grading import summary as summaries
    from autograder.grading.grade import Grading

    grading = Grading(course, slug, walls)
    students = grading.students(student or ())
    console = Console(highlight=False, emoji=False)
    with summaries.progress(console, len(students)) as advance:
        at_once = jobs or _cores()
        if dry_run:
            summary = grading.rehearse(students, jobs=at_once, scheduler=scheduler, advance=advance)
        else:
            summary = grading.run(students, jobs=at_once, scheduler=scheduler, force=force, advance=advance)
    show = summaries.show_changes if dry_run else summaries.show
    show(console, slug, summary)


@app.command()
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

    walls = _walls(isolation) if mutants else None
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


@app.command()
def feedback(
    context: typer.Context,
    slug: Annotated[str, typer.Argument(metavar="SLUG", help="The assignment.")],
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
        print(f"not graded yet: {', '.join(done.missing)}")


@app.command()
def report(  # noqa: PLR0917 - typer calls it by name
    context: typer.Context,
    slug: Annotated[str, typer.Argument(metavar="SLUG", help="The assignment.")],
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

        grading = Grading(course, slug, _walls(isolation))
        students = grading.students()
        with progress(Console(highlight=False, emoji=False), len(students)) as advance:
            changes = grading.rehearse(students, jobs=_cores(), advance=advance).changes
    write_class_report(course, slug, path, anonymous=anonymous, changes=changes)
    print(f"the class: {path if output else path.name}")


@app.command()
def export(  # noqa: PLR0917 - typer calls it by name
    context: typer.Context,
    slug: Annotated[str, typer.Argument(metavar="SLUG", help="The assignment.")],
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
            _warn("students' code runs there with the grader's rights, and can read the hidden checks.")
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
        print(f"  not in it: {sentence}")


_OPTIONS = {
    Target.CSV: ("--zeros",),
    Target.CANVAS: ("--from", "--column", "--scale", "--zeros"),
    Target.MOODLE: ("--from", "--scale", "--zeros"),
    Target.GRADESCOPE: ("--visibility", "--isolation"),
}


def _refuse_options(to: Target, given: dict[str, object]) -> None:
    for name, value in given.items():
        if value and name not in _OPTIONS[to]:
            raise typer.BadParameter(f"it is not for --to {to}", param_hint=f"'{name}'")


@app.command()
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


@app.command()
def demo(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to put the class.")] = Path("demo"),
    students: Annotated[int, typer.Option(min=3, max=500, help="How many.")] = 12,
    assignment: Annotated[str | None, typer.Option(help="The assignment; default: the first.")] = None,
    isolation: Walls = None,
) -> None:
    """Make a class of right, wrong and damaged submissions, and grade it into its gradebook."""
    course: Course = context.obj()
    slug = course.require(assignment or next(iter(course.assignments), ""))
    walls = _walls(isolation)
    from autograder.grading.demo import run_demo

    console = Console(highlight=False, emoji=False)
    run_demo(course, slug, folder.resolve(), console, students=students, isolation=walls, jobs=_cores())


@app.command()
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


def _walls(wanted: Isolation | None) -> Isolation:
    """The wall to use; says so where it is a weak one. Raises CourseError where there is none."""
    from autograder.sandbox.isolation import best, weakness

    walls = best(wanted)
    if walls is not Isolation.BUBBLEWRAP:
        _warn(weakness(walls))
    return walls


def _cores() -> int:
    return len(os.sched_getaffinity(0))


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


def _complain(error: AutograderError) -> None:
    Console(stderr=True, highlight=False, soft_wrap=True).print(f"[red]autograder:[/red] {escape(str(error))}")


def _warn(sentence: str) -> None:
    Console(stderr=True, highlight=False, soft_wrap=True).print(f"[yellow]autograder:[/yellow] {escape(sentence)}")


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line. Ends the process with 0, 1 (something is not as it should be) or 2 (an error)."""
    _plain_pipes()
    try:
        code = app(arguments, prog_name="autograder", standalone_mode=False)
    except AutograderError as error:
        _complain(error)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.exit(130)
    except typer.Abort:
        sys.exit(130)
    except Exception as error:
        words: Callable[[], str] | None = getattr(error, "format_message", None)
        if words is None:  # else one of the parser's own: a wrong option, a bad value
            raise
        path = getattr(getattr(error, "ctx", None), "command_path", "autograder")
        if words():  # empty where no command was given: the help stands there instead
            _complain(AutograderError(words(), next_step=f"See `{path} --help`."))
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)


def _plain_pipes() -> None:
    """A reader that goes away (`| head`) ends this program without a traceback."""
    import signal

    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


if __name__ == "__main__":
    main()
