"""What students handed in: submitted/, read as bytes, whatever lies there."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import is_ignored

from autograder.grading.handover import Submission

SIZE_LIMIT = 64 << 20
FILES_LIMIT = 1000


def folders(coursedir: CourseDirectory, slug: str) -> dict[str, Path]:
    """The folder of each student who handed in this assignment, sorted by id."""
    step = coursedir.submitted_directory
    pattern = re.compile(coursedir.format_path(step, "(?P<student>[^/]+)", re.escape(slug), escape=True))
    excluded = set(filter(None, coursedir.student_id_exclude.split(",")))
    found = {}
    for path in _glob(Path(coursedir.format_path(step, "*", slug))):
        match = pattern.fullmatch(str(path))
        if match and match["student"] not in excluded and not match["student"].startswith("."):
            found[match["student"]] = path
    return dict(sorted(found.items()))


def read(student: str, folder: Path, ignored: list[str]) -> Submission:
    """The regular files in a submission's folder. Links, pipes and what is too large are left out and named."""
    files: list[tuple[str, bytes]] = []
    notes: list[str] = []
    left = SIZE_LIMIT
    if folder.is_symlink() or not folder.is_dir():
        return Submission(student, (), (f"{folder.name} is {_kind(folder)}, not a folder",))
    for path in _walk(folder):
        name = path.relative_to(folder).as_posix().encode("utf-8", "replace").decode()
        if is_ignored(str(path), ignored):
            continue
        try:
            mode = path.lstat()
            if not stat.S_ISREG(mode.st_mode):
                notes.append(f"{name} is {_kind(path)} and was left out")
            elif mode.st_size > left or len(files) >= FILES_LIMIT:
                notes.append(f"{name} was left out: a submission may have {SIZE_LIMIT >> 20} MB in {FILES_LIMIT} files")
            else:
                files.append((name, _content(path)))
                left -= mode.st_size
        except OSError as error:
            notes.append(f"{name} cannot be read: {error.strerror}")
    return Submission(student, tuple(files), tuple(notes))


def _glob(pattern: Path) -> list[Path]:
    anchor = Path(pattern.anchor)
    return sorted(anchor.glob(str(pattern.relative_to(anchor))))


def _walk(folder: Path) -> Iterator[Path]:
    for place, below, names in os.walk(folder):
        below[:] = sorted(name for name in below if not name.startswith("."))
        for name in [name for name in below if Path(place, name).is_symlink()]:
            below.remove(name)
            yield Path(place, name)
        for name in sorted(names):
            yield Path(place, name)


def _content(path: Path) -> bytes:
    """Opened without following a link that took the file's place since it was looked at."""
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        return file.read(SIZE_LIMIT + 1)


def _kind(path: Path) -> str:
    mode = path.lstat().st_mode if path.is_symlink() or path.exists() else 0
    kinds = ((stat.S_ISLNK, "a link"), (stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISREG, "a file"))
    return next((words for test, words in kinds if test(mode)), "no ordinary file")
