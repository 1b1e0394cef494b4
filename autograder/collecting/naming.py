"""What the names in a download say: whose a file is, when it came, which try it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from autograder.collecting.archives import Entry

Parts = tuple[str, ...]


@dataclass(frozen=True)
class Origin:
    """What the name of a file says.

    `person`: by which the LMS tells people apart; empty where it is nobody's. `name`: theirs, as the LMS writes it.
    `user`: their number in the LMS, empty where it has none. `file`: the file's path in the submission, empty where it
    is no file (a text typed in). `batch`: one for each try; `attempt`: later tries have a larger one, and none where
    the LMS does not tell. `when`: in UTC. `version`: of files of one name, the largest counts.
    """

    person: str
    name: str
    file: Parts
    user: str = ""
    batch: str = ""
    attempt: float | None = None
    when: datetime | None = None
    late: bool = False
    version: int = 0


@dataclass(frozen=True)
class Scheme:
    """An LMS's way of naming. `read`: what a path in the download says, None if it is not of this way.

    `ids`: the names are the students' ids. `number`: what `Origin.user` is, "user" (the same in all courses),
    "participant" (in this assignment alone) or nothing that a roster knows. `counts`: files of one name become
    hw.ipynb, hw-1.ipynb, hw-2.ipynb. `own_time`: a timestamp.txt is the instructor's; elsewhere a student put it there.
    `of_time`: what a human should know of when things came. `pages`: files of the LMS's own.
    """

    title: str
    read: Callable[[Parts], Origin | None]
    ids: bool = False
    number: str = ""
    counts: bool = False
    own_time: bool = False
    of_time: str = ""
    pages: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Person:
    """One whose files are in the download. `files`: of the last try. `earlier`: how many tries came before. `unsure`:
    the names do not tell which try is the last."""

    key: str
    files: tuple[tuple[Entry, Origin], ...]
    earlier: int = 0
    unsure: bool = False

    @property
    def name(self) -> str:
        return self.files[0][1].name

    @property
    def user(self) -> str:
        return self.files[0][1].user

    @property
    def names(self) -> frozenset[str]:
        return frozenset(origin.name for _, origin in self.files)


def people_of(origins: Iterable[tuple[Entry, Origin]]) -> list[Person]:
    """Everybody in the download, as the LMS tells them apart, with the last try of each."""
    tries: dict[str, dict[str, list[tuple[Entry, Origin]]]] = {}
    for entry, origin in origins:
        if origin.person:
            tries.setdefault(origin.person, {}).setdefault(origin.batch, []).append((entry, origin))
    return [_last(key, [*batches.values()]) for key, batches in tries.items()]


def _last(key: str, batches: list[list[tuple[Entry, Origin]]]) -> Person:
    if len(batches) == 1:
        return Person(key, tuple(batches[0]))
    times = [files[0][1].attempt for files in batches]
    known = [time for time in times if time is not None]
    if len(known) < len(times) or times.count(max(known)) > 1:
        return Person(key, tuple(batches[0]), len(batches) - 1, unsure=True)
    return Person(key, tuple(batches[times.index(max(known))]), len(batches) - 1)
