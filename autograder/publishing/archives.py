"""What a download holds, zip or folder: entries with names that are safe, and refusals for the rest.

Nothing in it is believed: not the names, not the sizes that it declares, not the kinds of its entries.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from autograder.errors import SubmissionError
from autograder.grading.submitted import NAME_LIMIT, SIZE_LIMIT

ENTRIES_LIMIT = 100_000
TOTAL_LIMIT = 8 << 30
# A zip's table of contents is read at once, before anything in it can be counted.
CONTENTS_LIMIT = 16 << 20
# Deflate reaches 1,032; notebooks, with whatever output, some dozens. Small files are let off.
RATIO_LIMIT, RATIO_FROM = 250, 1 << 20
_CHUNK = 1 << 16
_PART_LIMIT = 255
_RUBBISH = re.compile(r"__MACOSX|\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|\.ipynb_checkpoints|__pycache__", re.IGNORECASE)
_KINDS = {stat.S_IFLNK: "a link", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}


@dataclass(frozen=True)
class Refusal:
    """What was not taken, as a stranger named it, and why."""

    name: str
    why: str


class Refused(Exception):  # noqa: N818 - a refusal in the making
    """An entry that may not be read, or not further."""


@dataclass(frozen=True)
class Entry:
    """A file in the download. `parts`: its path, NFC, each part safe. `place`: what the archive knows it by."""

    parts: tuple[str, ...]
    place: object = field(compare=False, repr=False)

    @property
    def name(self) -> str:
        return "/".join(self.parts)


class Archive:
    """An opened download. `entries`: what may be read; `refused`: what may not."""

    def __init__(self, fetch: Callable[[Entry], Iterator[bytes]]) -> None:
        self.entries: list[Entry] = []
        self.refused: list[Refusal] = []
        self._names: set[str] = set()
        self._fetch = fetch
        self._left = TOTAL_LIMIT

    def add(self, raw: str, place: object, why: str = "") -> None:
        """Take an entry, unless `why` says why not or its name does. Rubbish is passed over without a word."""
        parts = _parts(raw)
        if any(_RUBBISH.fullmatch(part) for part in parts):
            return
        why = why or _fault(raw, parts)
        name = "/".join(parts)
        if not why and name in self._names:
            why = "another entry has the same name"
        if why:
            self.refused.append(Refusal(raw[:NAME_LIMIT], why))
            return
        self._names.add(name)
        self.entries.append(Entry(parts, place))

    def read(self, entry: Entry) -> bytes:
        """The whole of a file. Raises Refused where it is too large, packed too tightly or cannot be read."""
        data = bytearray()
        try:
            for chunk in self._fetch(entry):
                data += chunk
                if len(data) > SIZE_LIMIT:
                    raise Refused(f"it is larger than {SIZE_LIMIT >> 20} MB")
                if len(data) > self._left:
                    raise Refused(f"with it, the download would be larger than {TOTAL_LIMIT >> 30} GB")
        except (OSError, ValueError, RuntimeError, EOFError, zlib.error, zipfile.BadZipFile) as error:
            raise Refused(f"it cannot be read: {_first_line(error)}") from error
        self._left -= len(data)
        return bytes(data)


@contextlib.contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """The download at this path, a zip or a folder. Raises SubmissionError where it is neither, or cannot be read."""
    with contextlib.ExitStack() as stack:
        try:
            if path.is_dir():
                made = _folder(path)
            else:
                file = stack.enter_context(_Bounded(path))
                made = _listed(stack.enter_context(_zip(file, path)), os.fstat(file.fileno()).st_size, path)
        except OSError as error:
            raise SubmissionError(f"it cannot be read: {error.strerror or error}", where=str(path)) from error
        yield made


class _Bounded(io.FileIO):
    """A file of which nobody may have very much at once."""

    def read(self, size: int | None = -1, /) -> bytes:  # type: ignore[override]  # FileIO may give None; a file never does
        left = os.fstat(self.fileno()).st_size - self.tell()
        wanted = left if size is None or size < 0 else min(size, left)
        if wanted > CONTENTS_LIMIT:
            raise zipfile.BadZipFile("its table of contents is too long")
        return super().read(max(wanted, 0)) or b""


def _zip(file: io.FileIO, path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except OSError:
        raise
    except Exception as error:  # zipfile has no one class for what can be wrong with a file
        raise SubmissionError(
            f"it is no zip that can be read: {_first_line(error)}",
            where=str(path),
            next_step="Name the zip as it came from the LMS, or the folder that it was unpacked into.",
        ) from error


def _listed(archive: zipfile.ZipFile, size: int, path: Path) -> Archive:
    def fetch(entry: Entry) -> Iterator[bytes]:
        assert isinstance(entry.place, zipfile.ZipInfo)
        got = 0
        with archive.open(entry.place) as file:
            while chunk := file.read(_CHUNK):
                got += len(chunk)
                if got > RATIO_FROM and got > RATIO_LIMIT * entry.place.compress_size:
                    raise Refused(f"it is packed more than {RATIO_LIMIT} times over, as no notebook is")
                yield chunk

    made = Archive(fetch)
    files = [info for info in archive.infolist() if not info.filename.endswith("/") or _mode(info)]
    if files and all(info.flag_bits & 1 for info in files):
        raise SubmissionError("it needs a password", where=str(path), next_step="Unpack it and name the folder.")
    overlapping = _overlapping(archive.infolist(), size)
    for info in files[:ENTRIES_LIMIT]:
        why = "it shares its bytes with another entry" if id(info) in overlapping else _unusable(info)
        made.add(_name(info), info, why)
    _count(made, len(files))
    return made


def _name(info: zipfile.ZipInfo) -> str:
    """What is not marked as UTF-8 is it nevertheless, or else in the code page of old: zipfile takes the latter."""
    if info.flag_bits & 0x800:
        return info.orig_filename
    try:
        return info.orig_filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.orig_filename


def _mode(info: zipfile.ZipInfo) -> int:
    """What it is besides a file or a folder; 0 if nothing."""
    kind = stat.S_IFMT(info.external_attr >> 16)
    return 0 if kind in (stat.S_IFREG, stat.S_IFDIR) else kind


def _unusable(info: zipfile.ZipInfo) -> str:
    if _mode(info):
        return f"it is {_KINDS.get(_mode(info), 'no ordinary file')}"
    if info.flag_bits & 1:
        return "it needs a password"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "it is packed in a way that no LMS uses"
    return ""


def _overlapping(infos: Sequence[zipfile.ZipInfo], size: int) -> set[int]:
    """Those that begin before the one in front of them has ended, or end after the file does."""
    found = set()
    end = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        first, last = info.header_offset, info.header_offset + 30 + info.compress_size
        if first < end or last > size:
            found.add(id(info))
        end = max(end, last)
    return found


def _folder(root: Path) -> Archive:
    def fetch(entry: Entry) -> Iterator[bytes]:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with open(os.open(str(entry.place), flags), "rb") as file:
            while chunk := file.read(_CHUNK):
                yield chunk

    made = Archive(fetch)
    inbound = root / "inbound"  # the folder of a course in nbgrader's exchange
    root = inbound if inbound.is_dir() and not inbound.is_symlink() else root
    number = 0
    for path in _walk(root):
        number += 1
        if number <= ENTRIES_LIMIT:
            kind = stat.S_IFMT(path.lstat().st_mode)
            ordinary = kind == stat.S_IFREG
            made.add(str(path.relative_to(root)), path, "" if ordinary else f"it is {_KINDS.get(kind, 'no file')}")
    _count(made, number)
    return made


def _walk(root: Path) -> Iterator[Path]:
    def give_up(error: OSError) -> NoReturn:
        raise error

    for place, below, names in os.walk(root, onerror=give_up):
        links = [name for name in below if Path(place, name).is_symlink()]
        below[:] = sorted(name for name in below if name not in links and not name.startswith("."))
        yield from (Path(place, name) for name in sorted([*names, *links]))


def _count(archive: Archive, number: int) -> None:
    if number > ENTRIES_LIMIT:
        more = number - ENTRIES_LIMIT
        archive.refused.append(Refusal(f"{more:,} more entries", f"a download may have {ENTRIES_LIMIT:,}"))


def _parts(raw: str) -> tuple[str, ...]:
    return tuple(part for part in unicodedata.normalize("NFC", raw).split("/") if part != ".")


def _fault(raw: str, parts: tuple[str, ...]) -> str:
    """Why a name may not be used; empty if it may."""
    if ".." in parts:
        return "its name leads out of the folder"
    if raw.startswith("/") or re.match(r"[A-Za-z]:", raw):
        return "its name is absolute"
    if "\\" in raw:
        return "its name has a backslash"
    if any(unicodedata.category(sign) in ("Cc", "Cs") for sign in raw):
        return "its name has control characters, or is no text"
    if not parts or "" in parts:
        return "its name has a part without a name"
    if len("/".join(parts).encode()) > NAME_LIMIT or any(len(part.encode()) > _PART_LIMIT for part in parts):
        return "its name is too long"
    return ""


def _first_line(error: BaseException) -> str:
    words = getattr(error, "strerror", None) or str(error)
    lines = str(words).splitlines()
    return lines[0][:200] if lines else type(error).__name__
