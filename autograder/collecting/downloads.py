"""The file or folder that an instructor names, opened."""

from __future__ import annotations

import contextlib
import os
import pwd
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from autograder.collecting.archives import ENTRIES_LIMIT, KINDS, Archive, Entry
from autograder.collecting.schemes import student_of_batch
from autograder.collecting.zips import Bounded, listed, open_zip
from autograder.errors import SubmissionError

_CHUNK = 1 << 16
_DEPTH = 4  # of an exchange's folders below its own, a course's and `inbound`, and one around them


@contextlib.contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """The download at this path, a zip or a folder. Raises SubmissionError where it is neither, or cannot be read."""
    with contextlib.ExitStack() as stack:
        try:
            if path.is_dir():
                made = _folder(path)
            else:
                file = stack.enter_context(Bounded(path))
                made = listed(stack.enter_context(open_zip(file, path)), os.fstat(file.fileno()).st_size, path)
        except OSError as error:
            raise SubmissionError(f"it cannot be read: {error.strerror or error}", where=str(path)) from error
        yield made


def _folder(root: Path) -> Archive:
    def fetch(entry: Entry) -> Iterator[bytes]:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with open(os.open(str(entry.place), flags), "rb") as file:
            while chunk := file.read(_CHUNK):
                yield chunk

    made = Archive(fetch)
    if (root / "inbound").is_dir() and (root / "outbound").is_dir():  # the folder of a course in nbgrader's exchange
        root = root / "inbound"
    foreign = _not_the_students(root)
    for name, why in foreign.items():
        made.add(str(name), root / name, why)
    number = 0
    for path in _walk(root):
        if not foreign.keys().isdisjoint(path.relative_to(root).parents):
            continue
        number += 1
        if number <= ENTRIES_LIMIT:
            kind = stat.S_IFMT(path.lstat().st_mode)
            ordinary = kind == stat.S_IFREG
            made.add(str(path.relative_to(root)), path, "" if ordinary else f"it is {KINDS.get(kind, 'no file')}")
    made.count(number)
    return made


def _not_the_students(root: Path) -> dict[Path, str]:
    """Of an exchange's folders, those that may be another one's than their name says, and why: students make them
    themselves. Those of root and of whoever collects were copied. `root`: whatever lies around them."""
    owners: dict[str, dict[Path, int]] = {}
    for path in sorted(path for depth in range(1, _DEPTH + 1) for path in root.glob("/".join(depth * "*"))):
        if student := student_of_batch(path.name):
            owner = _owner(path)
            if owner not in (0, os.getuid()):
                owners.setdefault(student, {})[path.relative_to(root)] = owner
    found = {}
    for student, batches in owners.items():
        for name, owner in batches.items():
            user = _user(owner)
            if user and user != student:
                found[name] = f"it belongs to {user}, not to {student}"
            elif not user and len(set(batches.values())) > 1:
                found[name] = f"not all of {student}'s folders belong to the same user"
    return found


def _owner(path: Path) -> int:
    return path.lstat().st_uid


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return ""


def _walk(root: Path) -> Iterator[Path]:
    def give_up(error: OSError) -> NoReturn:
        raise error

    for place, below, names in os.walk(root, onerror=give_up):
        links = [name for name in below if Path(place, name).is_symlink()]
        below[:] = sorted(name for name in below if name not in links and not name.startswith("."))
        yield from (Path(place, name) for name in sorted([*names, *links]))
