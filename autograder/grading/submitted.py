"""What students handed in: submitted/, read as bytes, whatever lies there."""

from __future__ import annotations

import fnmatch
import glob
import os
import re
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.errors import CourseError
from autograder.grading.handover import Submission

if TYPE_CHECKING:
    from nbgrader.coursedir import CourseDirectory  # it takes seconds to import, and reading files does not need it

SIZE_LIMIT = 64 << 20
FILES_LIMIT = 1000
NAME_LIMIT = 1000
NOTES_LIMIT = 8


def folders(coursedir: CourseDirectory, slug: str) -> dict[str, Path]:
    """The folder of each student who handed in this assignment, sorted by id. Raises CourseError if the course's
    `directory_structure` says of no folder whose it is, or a student's id is no text."""
    step, mark = coursedir.submitted_directory, "\0"
    try:
        before, *after = str(Path(coursedir.format_path(step, mark, slug))).split(mark)
        places = Path(coursedir.format_path(step, "*", glob.escape(slug)))
        if not after:
            raise ValueError("it has no {student_id}")
    except (LookupError, ValueError) as error:
        raise CourseError(
            f"c.CourseDirectory.directory_structure is {coursedir.directory_structure!r}: {error}",
            next_step="Use {nbgrader_step}, {student_id} and {assignment_id}.",
        ) from error
    pattern = re.compile(
        f"{re.escape(before)}(?P<student>[^/]+){'(?P=student)'.join(re.escape(part) for part in after)}", re.DOTALL
    )
    excluded = set(filter(None, coursedir.student_id_exclude.split(",")))
    found = {}
    for path in _glob(Path(coursedir.root), places):
        match = pattern.fullmatch(str(path))
        if match and match["student"] not in excluded and not match["student"].startswith("."):
            found[_readable(match["student"], path)] = path
    return dict(sorted(found.items()))


def read(student: str, folder: Path, ignored: Sequence[str]) -> Submission:
    """The regular files in a submission's folder. Links, pipes and what is too large are left out and named."""
    files: list[tuple[str, bytes]] = []
    notes: list[str] = []
    left = SIZE_LIMIT
    if folder.is_symlink() or not folder.is_dir():
        return Submission(student, (), (f"{folder.name} is {_kind(folder)}, not a folder",))
    for path in _walk(folder, ignored, notes):
        raw = path.relative_to(folder).as_posix()
        name = raw.encode("utf-8", "replace").decode()
        try:
            mode = path.lstat()
            if not stat.S_ISREG(mode.st_mode):
                notes.append(f"{name} is {_kind(path)} and was left out")
            elif name != raw or len(name.encode()) > NAME_LIMIT:
                notes.append(f"{name[:80]} was left out: its name is too long, or no text")
            elif mode.st_size > left or len(files) >= FILES_LIMIT:
                notes.append(f"{name} was left out: a submission may have {SIZE_LIMIT >> 20} MB in {FILES_LIMIT} files")
            else:
                files.append((name, _content(path)))
                left -= mode.st_size
        except OSError as error:
            notes.append(f"{name} cannot be read: {error.strerror}")
    return Submission(student, tuple(files), _few(notes))


def is_notebook(name: str) -> bool:
    """Whether a file's name says that it is a notebook."""
    return name.lower().endswith(".ipynb")


def _readable(student: str, path: Path) -> str:
    try:
        student.encode()
    except UnicodeEncodeError as error:
        where = str(path).encode("utf-8", "replace").decode()
        raise CourseError("a student's id is not UTF-8", where=where, next_step="Rename the folder.") from error
    return student


def _few(notes: list[str]) -> tuple[str, ...]:
    more = len(notes) - NOTES_LIMIT
    return (*notes[:NOTES_LIMIT], f"and {more} more were left out") if more > 0 else tuple(notes)


def _glob(root: Path, pattern: Path) -> list[Path]:
    """The course's own folder may have a name with brackets in it."""
    start = root if pattern.is_relative_to(root) else Path(pattern.anchor)
    return sorted(start.glob(str(pattern.relative_to(start))))


def _walk(folder: Path, ignored: Sequence[str], notes: list[str]) -> Iterator[Path]:
    """What is not a folder. Hidden folders, and what nbgrader is told to ignore, are passed over."""

    def unreadable(error: OSError) -> None:
        name = Path(error.filename).relative_to(folder).as_posix().encode("utf-8", "replace").decode()
        notes.append(f"{name} cannot be read: {error.strerror}")

    def counts(name: str) -> bool:
        return not any(fnmatch.fnmatchcase(name, pattern) for pattern in ignored)

    for place, below, names in os.walk(folder, onerror=unreadable):
        below[:] = sorted(name for name in below if not name.startswith(".") and counts(name))
        for name in [name for name in below if Path(place, name).is_symlink()]:
            below.remove(name)
            yield Path(place, name)
        for name in sorted(filter(counts, names)):
            yield Path(place, name)


def _content(path: Path) -> bytes:
    """Opened without following a link that took the file's place since it was looked at."""
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        return file.read(SIZE_LIMIT + 1)


def _kind(path: Path) -> str:
    mode = path.lstat().st_mode if path.is_symlink() or path.exists() else 0
    kinds = ((stat.S_ISLNK, "a link"), (stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISREG, "a file"))
    return next((words for test, words in kinds if test(mode)), "no ordinary file")
