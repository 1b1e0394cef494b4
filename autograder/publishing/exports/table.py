"""A platform's CSV file, filled in where asked and otherwise byte for byte as it came."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import CourseError, ToolError

_BOM = "\ufeff"
_DELIMITERS = ",;\t"


@dataclass(frozen=True)
class Row:
    """A record: its cells, as many as the header has, and the very text that they were read from."""

    cells: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Table:
    """A header and what is below it."""

    header: tuple[str, ...]
    rows: tuple[Row, ...]
    delimiter: str
    start: str  # a byte order mark, or nothing, and the header as it came

    def column(self, *names: str) -> int | None:
        """The number of the first column that is called so, in capitals or not."""
        wanted = [name.casefold() for name in names]
        return next((n for n, cell in enumerate(self.header) if cell.strip().casefold() in wanted), None)

    def cell(self, row: Row, column: int | None) -> str:
        """Without the spaces around it; empty where there is no such column."""
        return "" if column is None else row.cells[column].strip()

    def text(self, changes: Mapping[int, Mapping[int, str]]) -> str:
        """The whole file, with these cells, by row and column."""
        lines = [self.start]
        for number, row in enumerate(self.rows):
            new = {n: value for n, value in changes.get(number, {}).items() if value != row.cells[n]}
            lines.append(
                self._line([new.get(n, cell) for n, cell in enumerate(row.cells)], row.text) if new else row.text
            )
        return "".join(lines)

    def _line(self, cells: Sequence[str], former: str) -> str:
        ending = former[len(former.rstrip("\r\n")) :]
        return line(cells, self.delimiter, ending)


def line(cells: Sequence[str], delimiter: str = ",", ending: str = "\r\n") -> str:
    """One record as RFC 4180 has it."""
    with io.StringIO(newline="") as text:
        csv.writer(text, delimiter=delimiter).writerow(cells)  # it quotes what is in its line's end: both, then
        return text.getvalue().removesuffix("\r\n") + ending


def read_table(path: Path) -> Table:
    """Raises CourseError if the file cannot be read or is no table."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise CourseError(f"it cannot be read: {error.strerror}", where=str(path), next_step="Check --from.") from error
    except UnicodeDecodeError as error:
        raise CourseError(
            "it is not UTF-8 text",
            where=str(path),
            next_step="Download it again, and give it as it came: spreadsheets save it differently.",
        ) from error
    mark = _BOM if text.startswith(_BOM) else ""
    text = text[len(mark) :]
    first = text.split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    try:
        records = list(_records(text, delimiter))
    except csv.Error as error:
        raise CourseError(f"it is no CSV file: {error}", where=str(path), next_step="Download it again.") from error
    if not records or not any(records[0][0]):
        raise CourseError("it is empty", where=str(path), next_step="Download it again.")
    (header, start), *rest = records
    width = len(header)
    for cells, record in rest:
        if len(cells) > width and any(cells[width:]):
            raise CourseError(
                f"a row has {len(cells)} cells, and the header {width}: {record.strip()[:60]}",
                where=str(path),
                next_step="Download it again, and give it as it came.",
            )
    rows = tuple(Row((*cells[:width], *[""] * (width - len(cells))), record) for cells, record in rest)
    return Table(tuple(header), rows, delimiter, mark + start)


def _records(text: str, delimiter: str) -> Iterator[tuple[list[str], str]]:
    """Each record's cells, and its text."""
    taken: list[str] = []

    def lines() -> Iterator[str]:
        for one in io.StringIO(text, newline=""):
            taken.append(one)
            yield one

    for cells in csv.reader(lines(), delimiter=delimiter, strict=True):
        yield cells, "".join(taken)
        taken.clear()


def write_file(path: Path, data: bytes, *, keep: Path | None = None) -> None:
    """Put a file there, whole or not at all. `keep`: a file that must not be the same one.

    Raises CourseError if it is, ToolError if it cannot be written.
    """
    if keep is not None and path.exists() and path.samefile(keep):
        raise CourseError("it is the file that is read", where=str(path), next_step="Name another with --into.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".export-") as folder:
            fresh = Path(folder, path.name)
            fresh.write_bytes(data)
            os.replace(fresh, path)
    except OSError as error:
        raise ToolError(
            f"it cannot be written: {error.strerror or error}", where=str(path), next_step="Name another with --into."
        ) from error
