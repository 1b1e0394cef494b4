"""The command line. Every error is one line that says what, where and what to do next, and ends with exit code 2."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from autograder import quick_start  # noqa: F401 - first, as it says
from autograder.commands import authoring, grading, publishing
from autograder.commands.common import complain
from autograder.course import COURSE_VARIABLE, Course
from autograder.errors import AutograderError
from autograder.version import __version__

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Build, grade and prove autograded exercises for the input layer of a transformer.",
)


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


for command in (
    authoring.build,
    grading.check,
    grading.collect,
    grading.grade,
    authoring.verify,
    publishing.feedback,
    publishing.report,
    publishing.export,
    publishing.examples,
    publishing.demo,
    grading.doctor,
):
    app.command()(command)


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line. Ends the process with 0, 1 (something is not as it should be) or 2 (an error)."""
    code = _run(arguments)
    try:
        if sys.stdout is not None:  # as it is where the program is started with it closed
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone away (`| head`): no traceback. SIGPIPE may not end the process instead, as it does other
        # programs: the sockets of a sandbox that dies would do so, too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = code or 1
    sys.exit(code)


def _run(arguments: list[str] | None) -> int:
    try:
        code = app(arguments, prog_name="autograder", standalone_mode=False)
    except AutograderError as error:
        complain(error)
        return error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except Exception as error:
        words: Callable[[], str] | None = getattr(error, "format_message", None)
        if words is None:  # else one of the parser's own: a wrong option, a bad value
            raise
        path = getattr(getattr(error, "ctx", None), "command_path", "autograder")
        if words():  # empty where no command was given: the help stands there instead
            complain(AutograderError(words(), next_step=f"See `{path} --help`."))
        return 2
    return code if isinstance(code, int) else 0


if __name__ == "__main__":
    main()
