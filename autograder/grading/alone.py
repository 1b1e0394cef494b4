"""One run at a time for a course: what grades and what collects would trip over each other."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterator
from pathlib import Path

from autograder.errors import CourseError


@contextlib.contextmanager
def alone(root: Path) -> Iterator[None]:
    """One run at a time for the course in this folder. The lock goes when the process does. Raises CourseError if
    another holds it."""
    path, where = root / ".autograder" / "grade.lock", str(root)
    with contextlib.ExitStack() as stack:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            fcntl.flock(stack.enter_context(path.open("a")), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CourseError(
                "another `autograder grade` is at work", where=where, next_step="Wait for it to end."
            ) from error
        except OSError as error:
            raise CourseError(
                f"it cannot be written: {error.strerror}", where=where, next_step="Grade where you may write."
            ) from error
        yield
