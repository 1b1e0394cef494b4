"""`autograder collect`: a download → submitted/."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from autograder.collecting.archives import Archive, Entry, Refusal
from autograder.collecting.downloads import opened
from autograder.collecting.handed_in import TIMESTAMP, Receipt, take
from autograder.collecting.identities import apart, members_of, told
from autograder.collecting.naming import Origin, Person, Scheme, people_of
from autograder.collecting.roster import Member, Roster
from autograder.collecting.schemes import scheme_of
from autograder.course import Course
from autograder.errors import SubmissionError
from autograder.grading import submitted
from autograder.grading.alone import alone
from autograder.grading.database import has_gradebook
from autograder.grading.folders import coursedir
from autograder.grading.gradebook import Book, Enrolled, read_timestamp
from autograder.grading.results import write_folder
from autograder.terminal import printable

_FILE_MODE = 0o644


@dataclass
class Summary:
    """What a run did. `scheme`: whose way of naming the download follows. `taken`, `unchanged` and `older` (an earlier
    try than the one that is there): by student. `without`: those in the roster of whom nothing came."""

    scheme: Scheme
    taken: dict[str, Receipt] = field(default_factory=dict)
    unchanged: dict[str, Receipt] = field(default_factory=dict)
    older: dict[str, Receipt] = field(default_factory=dict)
    refused: list[Refusal] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class Collecting:
    """One download into one assignment of a course."""

    def __init__(self, course: Course, slug: str, roster: Roster | None) -> None:
        """Raises CourseError where the course's settings are not as they should be."""
        self._course, self._slug, self._roster = course, slug, roster
        course.settings()
        self._coursedir = coursedir(course)
        submitted.folders(self._coursedir, slug)  # complains of a structure without students

    def run(self, path: Path, *, dry: bool = False) -> Summary:
        """Take what is at `path`, a zip or a folder. `dry`: write nothing.

        Raises SubmissionError where that cannot be read or holds no submission, CourseError if another run is at work,
        ToolError if something cannot be written: what is collected by then stays, and the next run goes on.
        """
        if dry:
            return self._run(path, dry=True)
        with alone(self._course.root):
            return self._run(path, dry=False)

    def _known_ids(self) -> frozenset[str]:
        """The roster's, and of those who have handed in before."""
        enrolled = {member.student for member in self._roster.members} if self._roster else set()
        return frozenset(enrolled | submitted.folders(self._coursedir, self._slug).keys())

    def _run(self, path: Path, *, dry: bool) -> Summary:
        with opened(path) as archive:
            others = [one for one in self._course.assignments if one != self._slug]
            scheme, depth = scheme_of(archive.entries, self._slug, others, self._known_ids(), wrapped=path.is_file())
            summary = Summary(scheme)
            people = people_of(self._origins(archive, scheme, depth, summary))
            if not people:
                raise _nothing(path, [*archive.refused, *summary.refused])
            members = members_of(people, scheme, self._roster, summary.refused)
            known = self._lms_users() if any(member.user for _, member in members) else {}
            mend = "see who is who in the roster" if self._roster else "name a roster with --roster"
            members = apart(members, known, mend, summary.refused)
            for person, member in members:
                self._take(archive, scheme, person, member, summary, dry=dry)
            summary.refused[:0] = archive.refused
        done = {*summary.taken, *summary.unchanged, *summary.older}
        if not dry:
            self._enroll([member for _, member in members if member.student in done])
        if self._roster:
            summary.without = [one.student for one in self._roster.members if one.student not in done]
            summary.notes += self._roster.passed_over
        return summary

    def _origins(
        self, archive: Archive, scheme: Scheme, depth: int, summary: Summary
    ) -> Iterable[tuple[Entry, Origin]]:
        for entry in archive.entries:
            parts = entry.parts[depth:]
            origin = scheme.read(parts)
            if origin is not None:
                yield entry, origin
            elif parts[0] not in scheme.pages:
                why = "its name does not say whose it is" + ("" if scheme.ids else f", as names from {scheme.title} do")
                summary.refused.append(Refusal(entry.name, why))

    def _take(
        self, archive: Archive, scheme: Scheme, person: Person, member: Member, summary: Summary, *, dry: bool
    ) -> None:
        student = member.student
        handed_in = take(archive, scheme, person, self._slug)
        who = told(person)
        summary.refused += [Refusal(f"{who}: {one.name}" if one.name else who, one.why) for one in handed_in.refused]
        if not handed_in.files:
            return
        folder = Path(self._coursedir.format_path(self._coursedir.submitted_directory, student, self._slug))
        there = submitted.read(student, folder, ()) if folder.is_dir() and not folder.is_symlink() else None
        files, receipt = handed_in.files, handed_in.receipt
        if there and _is_newer(there.timestamp, receipt.when):
            summary.older[student] = receipt
        elif there and not there.notes and _is_same(files, dict(there.files), receipt.when):
            summary.unchanged[student] = receipt
        else:
            summary.taken[student] = receipt
            if not dry:
                write_folder(folder, files, _FILE_MODE)

    def _lms_users(self) -> Mapping[str, str]:
        if not has_gradebook(self._coursedir.db_url):
            return {}
        with self._book() as book:
            return book.lms_users()

    def _enroll(self, members: Sequence[Member]) -> None:
        """What is known of them besides their ids goes into the gradebook."""
        known = [Enrolled(one.student, one.first, one.last, one.email, one.user) for one in members]
        known = [one for one in known if one != Enrolled(one.id)]
        if known:
            with self._book() as book:
                book.enroll(known)

    def _book(self) -> Book:
        return Book(self._coursedir.db_url, self._coursedir.course_id, self._slug)


def _is_same(files: Mapping[str, bytes], there: Mapping[str, bytes], when: datetime | None) -> bool:
    """Where the download does not say when it came, a timestamp that lies there already is no difference."""
    return files == there or (when is None and files == {k: v for k, v in there.items() if k != TIMESTAMP})


def _is_newer(there: str, when: datetime | None) -> bool:
    """Whether what is there came later than what came at `when`; not if one of them is not known."""
    try:
        came = read_timestamp(there)
    except ValueError:
        return False
    return came is not None and when is not None and came > when


def _nothing(path: Path, refused: Sequence[Refusal]) -> SubmissionError:
    first = f"; {printable(refused[0].name)}: {refused[0].why}" if refused else ""
    return SubmissionError(
        f"there is no submission in it{first}",
        where=str(path),
        next_step="docs/lms.md says which downloads are read.",
    )
