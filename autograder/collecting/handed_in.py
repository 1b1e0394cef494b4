"""One person's last try: which of its files are taken, under which names, and what is not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath

from autograder.collecting.archives import Archive, Entry, Refusal, Refused
from autograder.collecting.naming import Origin, Parts, Person, Scheme
from autograder.grading.gradebook import read_timestamp
from autograder.grading.submitted import FILES_LIMIT, SIZE_LIMIT, is_notebook

TIMESTAMP = "timestamp.txt"
# Papers are no notebooks, and an archive is not opened: what is in it could be anything.
_PAPERS = frozenset([".pdf", ".doc", ".docx", ".odt", ".rtf", ".pages", ".ppt", ".pptx", ".odp", ".key"])
_ARCHIVES = frozenset([".zip", ".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst"])
_COUNTED = re.compile(r"-\d+$")
_SHOWN = 3


@dataclass(frozen=True)
class Receipt:
    """What came, without the files. `who`: as the LMS calls them. `when`: in UTC, None where nobody says. `notes`: what
    a human should know of it."""

    who: str
    names: tuple[str, ...]
    when: datetime | None = None
    late: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class HandedIn:
    """The files by their path in the submission's folder; none if there is no notebook among them. `refused`: what was
    not taken, with the name of the file, if it is about one."""

    files: Mapping[str, bytes]
    receipt: Receipt
    refused: tuple[Refusal, ...]


def take(archive: Archive, scheme: Scheme, person: Person, slug: str) -> HandedIn:
    """Read what a person handed in: a notebook under the assignment's name if there is but one, the rest beside it."""
    sorting = _Sorting(scheme)
    for entry, origin in person.files:
        sorting.add(entry, origin)
    named, notes = _named(sorting, slug, scheme)
    if person.earlier:
        notes.append(f"{person.earlier} earlier {'try' if person.earlier == 1 else 'tries'} passed over")
    files, refused = _read(archive, named, scheme)
    when = next((origin.when for _, origin in person.files if origin.when), None)
    if when:
        files[TIMESTAMP] = f"{when.isoformat(' ', 'microseconds')} UTC".encode()
    elif scheme.own_time and TIMESTAMP in files:
        when = _time(files[TIMESTAMP])
    late = any(origin.late for _, origin in person.files)
    receipt = Receipt(person.name, tuple(sorted(files)), when, late, tuple(notes))
    if any(map(is_notebook, files)):
        return HandedIn(files, receipt, (*sorting.refused, *sorting.wrong, *refused))
    seen = [one.name for one in sorting.wrong] + sorting.typed + [name for name in files if name != TIMESTAMP]
    more = f" and {len(seen) - _SHOWN} more" if len(seen) > _SHOWN else ""
    without = (*sorting.refused, *refused)
    if seen or not without:
        without = (
            Refusal("", f"no notebook, only {', '.join(seen[:_SHOWN])}{more}" if seen else "no notebook"),
            *without,
        )
    return HandedIn({}, receipt, without)


class _Sorting:
    """A person's entries by what they are."""

    def __init__(self, scheme: Scheme) -> None:
        self._scheme = scheme
        self.notebooks: dict[Parts, tuple[Entry, Origin]] = {}
        self.others: dict[Parts, tuple[Entry, Origin]] = {}
        self.typed: list[str] = []
        self.wrong: list[Refusal] = []
        self.refused: list[Refusal] = []

    def add(self, entry: Entry, origin: Origin) -> None:
        file, name = origin.file, "/".join(origin.file)
        if not file:
            self.typed.append(entry.parts[-1])
        elif {"", ".", ".."} & set(file):
            self.refused.append(Refusal(entry.name, "its name leads out of the folder"))
        elif any(part.startswith(".") for part in file[:-1]):
            pass  # nobody looks into a hidden folder
        elif file == (TIMESTAMP,) and not self._scheme.own_time:
            self.refused.append(Refusal(name, "when something came is not for a student to say"))
        elif (suffix := PurePosixPath(name).suffix.lower()) in _PAPERS:
            self.wrong.append(Refusal(name, f"{suffix} is no part of a notebook"))
        elif suffix in _ARCHIVES:
            self.wrong.append(Refusal(name, "archives in a submission are not opened"))
        else:
            kind = self.notebooks if is_notebook(name) else self.others
            if file in kind:
                self.refused.append(Refusal(name, "another file has the same name"))
            else:
                kind[file] = (entry, origin)


def _named(sorting: _Sorting, slug: str, scheme: Scheme) -> tuple[list[tuple[Parts, Entry]], list[str]]:
    """Each file with its path in the submission's folder, notebooks first, and what to tell of that."""
    notes = []
    notebooks, passed_over = _newest(sorting.notebooks) if scheme.counts else (dict(sorting.notebooks), {})
    for old, new in passed_over.items():
        notes.append(f"{new} is newer than {old}, which was passed over")
    within = _around([*notebooks, *sorting.others])
    named = {file[within:]: entry for file, (entry, _) in notebooks.items()}
    own = f"{slug}.ipynb"
    counted = {file for file in named if scheme.counts and len(file) == 1 and _plain_name(file[0]) == own}
    if len(named) == 1 or ((own,) not in named and len(counted) == 1):
        (file,) = named if len(named) == 1 else counted
        entry = named.pop(file)
        named = {(own,): entry, **named}
        if file != (own,):
            notes.append(f"{'/'.join(file)} became {own}")
    elif (own,) not in named:
        notes.append(f"{len(named)} notebooks, and none is called {own}")
    others = [(file[within:], entry) for file, (entry, _) in sorting.others.items()]
    return [*named.items(), *others], notes


def _newest(
    notebooks: Mapping[Parts, tuple[Entry, Origin]],
) -> tuple[dict[Parts, tuple[Entry, Origin]], dict[str, str]]:
    """Of `hw.ipynb`, `hw-1.ipynb` and `hw-2.ipynb` the one that was uploaded last; and the others, with that one."""
    last: dict[str, Parts] = {}
    for file, (_, origin) in notebooks.items():
        name = _plain_name(file[-1])
        if name not in last or origin.version > notebooks[last[name]][1].version:
            last[name] = file
    passed_over = {file[-1]: last[_plain_name(file[-1])][-1] for file in notebooks if file not in last.values()}
    return {file: notebooks[file] for file in last.values()}, passed_over


def _plain_name(name: str) -> str:
    path = PurePosixPath(name)
    return f"{_COUNTED.sub('', path.stem)}{path.suffix}"


def _around(files: Sequence[Parts]) -> int:
    """How many folders lie around all of a submission's files."""
    depth = 0
    while files and all(len(file) > depth + 1 and file[depth] == files[0][depth] for file in files):
        depth += 1
    return depth


def _read(
    archive: Archive, named: Iterable[tuple[Parts, Entry]], scheme: Scheme
) -> tuple[dict[str, bytes], list[Refusal]]:
    files: dict[str, bytes] = {}
    refused = []
    size = 0
    taken: set[Parts] = set() if scheme.own_time else {(TIMESTAMP,)}
    folders: set[Parts] = set()
    for file, entry in named:
        above = {file[:depth] for depth in range(1, len(file))}
        try:
            if file in taken | folders or above & taken:
                raise Refused("another file has its place")
            if len(files) >= FILES_LIMIT - 1:
                raise Refused(f"a submission may have {FILES_LIMIT} files")
            data = archive.read(entry)
            if size + len(data) > SIZE_LIMIT:
                raise Refused(f"with it, the submission would be larger than {SIZE_LIMIT >> 20} MB")
        except Refused as error:
            refused.append(Refusal("/".join(file), str(error)))
            continue
        size += len(data)
        taken.add(file)
        folders |= above
        files["/".join(file)] = data
    return files, refused


def _time(data: bytes) -> datetime | None:
    try:
        return read_timestamp(data.decode("utf-8", "replace").strip())
    except ValueError:
        return None
