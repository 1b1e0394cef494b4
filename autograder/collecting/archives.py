"""What a download holds: entries with names that are safe, and refusals for the rest.

Nothing in it is believed: not the names, not the sizes that it declares, not the kinds of its entries.
"""

from __future__ import annotations

import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from autograder.grading.submitted import NAME_LIMIT, SIZE_LIMIT

ENTRIES_LIMIT = 100_000
TOTAL_LIMIT = 8 << 30
# What an entry may be that is neither a file nor a folder.
KINDS = {stat.S_IFLNK: "a link", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
_PART_LIMIT = 255
_RUBBISH = re.compile(
    r"__MACOSX|\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|\.ipynb_checkpoints|__pycache__", re.IGNORECASE
)


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

    def count(self, number: int) -> None:
        """Say that the download has so many entries, where these are more than were looked at."""
        if number > ENTRIES_LIMIT:
            more = number - ENTRIES_LIMIT
            self.refused.append(Refusal(f"{more:,} more entries", f"a download may have {ENTRIES_LIMIT:,}"))

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
            raise Refused(f"it cannot be read: {first_line(error)}") from error
        self._left -= len(data)
        return bytes(data)


def first_line(error: BaseException) -> str:
    """What an error says, or else its name."""
    words = getattr(error, "strerror", None) or str(error)
    lines = str(words).splitlines()
    return lines[0][:200] if lines else type(error).__name__


def _parts(raw: str) -> tuple[str, ...]:
    return tuple(part for part in unicodedata.normalize("NFC", raw).split("/") if part != ".")


def _fault(raw: str, parts: tuple[str, ...]) -> str:
    """Why a name may not be used; empty if it may."""
    text = not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in raw)
    faults = {
        "its name has control characters, or is no text": not text,
        "its name leads out of the folder": ".." in parts,
        "its name is absolute": raw.startswith("/") or re.match(r"[A-Za-z]:", raw) is not None,
        "its name has a backslash": "\\" in raw,
        "its name has a part without a name": not all(parts) or not parts,
        "its name is too long": len(raw) > NAME_LIMIT
        or (text and (len(raw.encode()) > NAME_LIMIT or any(len(part.encode()) > _PART_LIMIT for part in parts))),
    }
    return next((fault for fault, there in faults.items() if there), "")
