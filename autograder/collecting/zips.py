"""A zip from a stranger, read within bounds."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder.collecting.archives import ENTRIES_LIMIT, KINDS, Archive, Entry, Refused, first_line
from autograder.errors import SubmissionError

# A zip's table of contents is read at once, before anything in it can be counted.
CONTENTS_LIMIT = 16 << 20
# Deflate reaches 1,032; notebooks, with whatever output, some dozens. Small files are let off.
RATIO_LIMIT, RATIO_FROM = 250, 1 << 20
_CHUNK = 1 << 16


class Bounded(io.FileIO):
    """A file of which nobody may have very much at once."""

    def read(self, size: int | None = -1, /) -> bytes:
        left = os.fstat(self.fileno()).st_size - self.tell()
        wanted = left if size is None or size < 0 else min(size, left)
        if wanted > CONTENTS_LIMIT:
            raise zipfile.BadZipFile("its table of contents is too long")
        return super().read(max(wanted, 0)) or b""


def open_zip(file: io.FileIO, path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except OSError:
        raise
    except Exception as error:  # zipfile has no one class for what can be wrong with a file
        raise SubmissionError(
            f"it is no zip that can be read: {first_line(error)}",
            where=str(path),
            next_step="Name the zip as it came from the LMS, or the folder that it was unpacked into.",
        ) from error


def listed(archive: zipfile.ZipFile, size: int, path: Path) -> Archive:
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
    made.count(len(files))
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
        return f"it is {KINDS.get(_mode(info), 'no ordinary file')}"
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
