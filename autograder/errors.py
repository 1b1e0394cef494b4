"""Every error that this package raises.

AutograderError                 exit code 2; says what, where, and what to do next, in one line
├── CourseError                 no course, or one that lacks something
├── AuthoringError              an assignment, reference, check or specimen that is not well formed
├── SubmissionError             a file that cannot be graded: not a notebook, no such assignment
└── ToolError                   a program that this one calls (nbgrader) failed

Verdicts in the making, raised under a check and caught by the judge:

Failed                          an expectation did not hold
StudentRaised                   the student's code raised where it should have returned
"""

from __future__ import annotations

from dataclasses import dataclass


class AutograderError(Exception):
    """What is wrong, where, and the next step, in one line."""

    exit_code = 2

    def __init__(self, what: str, *, where: str = "", next_step: str = "") -> None:
        line = f"{where}: {what}" if where else what
        if next_step:
            line = f"{line.rstrip('.')}. {next_step}"
        super().__init__(" ".join(line.split()))


class CourseError(AutograderError):
    """No course here, or a folder or setting of it that is missing or wrong."""


class AuthoringError(AutograderError):
    """Content that does not fit together: a slot without an answer, bad points, a check that cannot be read."""


class SubmissionError(AutograderError):
    """A file that cannot be graded at all."""


class ToolError(AutograderError):
    """A program that this package runs ended with an error."""


class Failed(Exception):  # noqa: N818 - a verdict in the making, not an error
    """An expectation that did not hold: `seen` is a sentence about what came, `look` says what to look at."""

    def __init__(self, seen: str, look: str) -> None:
        super().__init__(f"{seen} {look}".strip())
        self.seen = seen
        self.look = look


@dataclass(frozen=True)
class Raised:
    """An exception in a student's code, as it is known outside: names and a message, never the object.

    `classes` are the built-in exception classes that it is an instance of. `own`: raised by a `raise` or `assert` that
    the student wrote, and not by an operation that failed.
    """

    name: str
    classes: tuple[str, ...]
    message: str
    own: bool


class StudentRaised(Exception):  # noqa: N818 - what the student's code did, not ours
    """The student's code raised `raised` while `doing` something (words such as "`crop_to_block_size(…)`")."""

    def __init__(self, doing: str, raised: Raised) -> None:
        message = f": {raised.message}" if raised.message else ""
        super().__init__(f"{doing} raised {raised.name}{message}")
        self.doing = doing
        self.raised = raised
