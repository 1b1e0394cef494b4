"""What a worker does in tests: whatever the submission's file `do` says. A module of its own, for workers to import."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

from autograder.course import Settings
from autograder.errors import AuthoringError, StudentEnded
from autograder.grading.handover import Entry, Job, Setup, Submission
from autograder.verdict import Report


def setup(root: Path) -> Setup:
    """`root`: where the file lies that names each student whose submission was begun."""
    return Setup("hw", str(root), Settings(), "none", "", (), ())


def jobs(errands: dict[str, str]) -> list[Job]:
    """By student."""
    return [Job(Submission(student, (("do", words.encode()),))) for student, words in errands.items()]


def begun(root: Path) -> list[str]:
    """The students whose submissions were begun, in order, once for each time."""
    return (root / "begun").read_text(encoding="utf-8").split()


def lost(job: Job, why: str) -> Entry:
    return Entry(job.submission.student, Report("hw", (), status="crashed", attention=(why,)), ())


def run(setup: Setup, submission: Submission) -> Entry:
    """The errand."""
    with (Path(setup.root) / "begun").open("a", encoding="utf-8") as file:
        file.write(f"{submission.student}\n")
    words = dict(submission.files)["do"].decode()
    if words == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if words == "die once" and begun(Path(setup.root)).count(submission.student) == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    if words == "hang":
        threading.Event().wait()
    if words == "fail":
        raise ZeroDivisionError("one by\nnothing")
    if words == "fail oddly":
        raise StudentEnded("crashed", "this exception cannot be unpickled")
    if words == "imported":
        words = repr([name for name in ("torch", "nbformat", "rfc3987_syntax") if sys.modules.get(name)])
    if words == "exit":
        raise SystemExit(3)
    if words == "author":
        raise AuthoringError("two checks have one name", where="checks/hw", next_step="Rename one.")
    return Entry(submission.student, Report("hw", (), attention=(words,)), ())
