"""What goes to a worker and what comes back: plain frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from autograder.course import Settings
from autograder.verdict import Report


@dataclass(frozen=True)
class Submission:
    """One student's files by their path below the submission's folder. `notes`: what was left out, and why."""

    student: str
    files: tuple[tuple[str, bytes], ...]
    notes: tuple[str, ...] = ()

    @property
    def timestamp(self) -> str:
        """What timestamp.txt says; empty where there is none."""
        return dict(self.files).get("timestamp.txt", b"").decode("utf-8", "replace").strip()


@dataclass(frozen=True)
class Job:
    """A submission to grade. `fingerprint`: of all that its marks depend on. `timestamp`: when it came, in UTC.
    `notes`: what a human should know of it besides what grading shows.
    """

    submission: Submission
    fingerprint: str = ""
    timestamp: datetime | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Setup:
    """What all submissions of a run have in common.

    `root`: the course's folder; where a worker does not see it, `content` is a zip of what it needs. `master`,
    `released` and `defines`: the parts of a `Master`.
    """

    slug: str
    root: str
    settings: Settings
    isolation: str
    master: str
    released: tuple[tuple[str, str], ...]
    defines: tuple[tuple[str, frozenset[str]], ...]
    content: bytes = b""


@dataclass(frozen=True)
class MarkedNotebook:
    """A notebook as it goes into autograded/. `points`: by grade id; None waits for a human. `unchanged`: the answer
    cells by grade id, and whether they are as students got them.
    """

    name: str
    text: str
    points: tuple[tuple[str, float | None], ...]
    unchanged: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class Entry:
    """What came of one submission. Without notebooks it could not be graded, and its marks are none."""

    student: str
    report: Report
    notebooks: tuple[MarkedNotebook, ...]
