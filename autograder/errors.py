"""Every error that this package raises.

AutograderError                 exit code 2; says what, where, and what to do next, in one line
├── CourseError                 no course, or one that lacks something
├── AuthoringError              an assignment, reference, check or specimen that is not well formed
│   └── LeakError               an answer or a hidden test that would stand in what students get
├── SubmissionError             a file that cannot be graded: not a notebook, no such assignment
└── ToolError                   a program that this one calls (nbgrader) failed

Verdicts in the making, raised under a check and caught by the judge:

Failed                          an expectation did not hold
StudentRaised                   the student's code raised where it should have returned
StudentEnded                    the student's code ended its process, or used more than is allowed
"""

from __future__ import annotations

from dataclasses import dataclass


class AutograderError(Exception):
    """What is wrong, where, and the next step, in one line."""

    exit_code = 2

    def __init__(self, what: str, *, where: str = "", next_step: str = "") -> None:
        line = f"{where}: {what}" if where else what
        if next_step:
            line = line.rstrip(".")
            line = f"{line}{'' if line.endswith('?') else '.'} {next_step}"
        super().__init__(" ".join(line.split()))


class CourseError(AutograderError):
    """No course here, or a folder or setting of it that is missing or wrong."""


class AuthoringError(AutograderError):
    """Content that does not fit together: a slot without an answer, bad points, a check that cannot be read."""


class LeakError(AuthoringError):
    """An answer, or a part of a hidden test, that would leave the house with the release."""


class SubmissionError(AutograderError):
    """A file that cannot be graded at all."""


class ToolError(AutograderError):
    """A program that this package runs ended with an error."""


class Failed(Exception):  # noqa: N818 - a verdict in the making, not an error
    """An expectation that did not hold.

    `seen` is a sentence about what came, `look` says what to look at, `example` is the counterexample in numbers.
    """

    def __init__(self, seen: str, look: str, example: str = "") -> None:
        super().__init__(" ".join(filter(None, (seen, example, look))))
        self.seen = seen
        self.look = look
        self.example = example


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
    """A sentence: the student's code raised `raised` while `doing` something (words such as "`crop(…)`")."""

    def __init__(self, doing: str, raised: Raised) -> None:
        message = f": {raised.message}" if raised.message else ""
        sentence = f"{doing} raised {raised.name}{message}".rstrip()
        super().__init__(sentence if sentence.endswith((".", "!", "?")) else f"{sentence}.")
        self.doing = doing
        self.raised = raised


class StudentEnded(Exception):  # noqa: N818 - what the student's code did, not ours
    """The process that the student's code ran in is gone. `status`: "crashed", "timed-out", "out-of-memory", ..."""

    def __init__(self, status: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
