"""Assignments that are not ours: their cells run in the sandbox, and nbgrader gives marks for what they put out.

nbgrader's rule (its `utils.determine_grade`), for the first output that decides: an error is 0 points, a result that is
a number from 0 to the cell's points is the mark, everything else is full marks. `fair` keeps to it, but for what makes
it unfair or stops it.
"""

from __future__ import annotations

import math
import os
import re
import stat
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autograder.errors import StudentEnded
from autograder.student.outputs import error_output
from autograder.student.sandboxed import GRACE_SECONDS, SandboxedStudent
from autograder.student.vocabulary import Plain

_NUMBER = r"[-+]?(?:\d[\d_]*\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|nan|NaN|inf|Infinity)"
# np.float64(0.5), tensor(0.5000, dtype=torch.float64), array(0.5), Array(0.5, dtype=float32), Decimal('0.5')
_LIBRARIES = r"(?:(?:np|numpy)\.\w+|tensor|array|Array|Decimal|mpf)"
_WRAPPED = re.compile(rf"{_LIBRARIES}\(\s*'?({_NUMBER}|True|False)\.?'?\s*(?:,[^()]*(?:\([^()]*\))?)?\)")
_FRACTION = re.compile(r"Fraction\((-?\d+), (\d+)\)")
_WARNING = re.compile(r"\b\w*Warning: ")
_SCALAR = 200  # characters: a longer text is no library's number
_PAGE = 4096


def fair(outputs: Sequence[Plain], points: float) -> tuple[list[Plain], list[str]]:
    """A grade cell's outputs as nbgrader has to see them to give the right mark, and what a human should know.

    `points`: the cell's maximum. Text on stderr costs nothing, a number in the clothes of a library counts as the
    number, and what is no mark from 0 to `points` is 0, as is False. nbgrader raises for none of what comes back.
    """
    kept: list[Plain] = []
    notes: list[str] = []
    decided = False
    for row in outputs:
        kind = row.get("output_type")
        if kind == "stream" and row.get("name") == "stderr" and not decided:
            text = str(row.get("text", ""))
            if not _WARNING.search(text):
                notes.append(f"it wrote to stderr, which costs nothing here: {_short(text)}")
            kept.append({**row, "name": "stdout"})
        elif kind == "execute_result" and not decided:
            mark, note = _mark(row.get("data"), points)
            if mark is None:
                kept.append(row)
            elif note:  # nothing of the result is kept that a reader could take for the mark
                kept.append({"output_type": "stream", "name": "stdout", "text": f"0 points: {note}.\n"})
                kept.append({**row, "data": {"text/plain": repr(mark)}})
            else:
                kept.append({**row, "data": {**row["data"], "text/plain": repr(mark)}})
            notes += [note] if note else []
            decided = True
        else:
            decided = decided or kind == "error"
            kept.append(row)
    return kept, notes


def _mark(data: Any, points: float) -> tuple[float | None, str]:
    """The mark that a result's data stand for, None where nbgrader takes them rightly as they are; and a note."""
    text = data.get("text/plain") if isinstance(data, dict) else None
    if not isinstance(text, str) or not text.strip():
        return 0.0, "its result has no text, so it is no mark"
    value = _number(text)
    if value is None:
        if _unwrapped(text) in ("False", "np.False_"):
            return 0.0, "its result is False"
        return None, f"its result is no number, which is full marks in nbgrader: {_short(text)}"
    if math.isclose(value, points, rel_tol=1e-9):  # such as the sum of ten tenths
        return float(points), ""
    if not 0 <= value <= points:  # nan is never
        return 0.0, f"its result, {_short(text)}, is no mark from 0 to {points:g}"
    return value, ""


def _unwrapped(text: str) -> str:
    """What a library's scalar shows between its parentheses; any other text as it is."""
    text = text.strip()
    found = _WRAPPED.fullmatch(text) if len(text) <= _SCALAR else None
    return found.group(1) if found else text


def _number(text: str) -> float | None:
    """The number that a result shows, plain or as a library's scalar."""
    text = _unwrapped(text)
    fraction = _FRACTION.fullmatch(text) if len(text) <= _SCALAR else None
    if fraction:
        above, below = map(int, fraction.groups())
        return above / below if below else math.nan
    try:
        return float(text)
    except ValueError:
        return None


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else f"{line[:79]}…"


def run_cells(student: SandboxedStudent, cells: Sequence[str], seconds: float) -> list[list[Plain]]:
    """Each cell's outputs. `seconds`: for one cell.

    A cell that ends its process, or cannot be interrupted, has an error; the next one finds a process in which the
    cells before it have run again. All together take no longer than nbgrader would wait for them.
    """
    until = time.monotonic() + (seconds + GRACE_SECONDS) * len(cells)
    outputs = []
    for code in cells:
        try:
            if time.monotonic() > until:
                raise StudentEnded("timed-out", "The cells before took all the time that there was.")
            outputs.append(student.run(code, seconds) if code.strip() else [])
        except StudentEnded as error:
            late = error.status == "timed-out"
            why = f"The cell ran longer than {seconds:g} seconds and could not be interrupted." if late else str(error)
            outputs.append([error_output("CellTimeoutError" if late else "Ended", why)])
    return outputs


def files_beside(folder: Path, handed_in: Path, masters: Path, room: int) -> tuple[dict[str, bytes], list[str]]:
    """The files that lie with a submission's notebooks, by relative path, and a note for each that is left out.

    `room`: for all of them, in bytes; the smallest come first. `handed_in` is the folder that nbgrader copied them
    from, and `masters` the instructor's. nbgrader follows a link that a student hands in, to whatever it leads: what
    was one is left out.
    """
    found: list[tuple[int, str]] = []
    files: dict[str, bytes] = {}
    notes = []
    for place, _, names in os.walk(folder):
        for path in (Path(place, name) for name in names if not name.endswith(".ipynb")):
            about = path.lstat()
            size = -(-about.st_size // _PAGE) * _PAGE if stat.S_ISREG(about.st_mode) else -1
            found.append((size, path.relative_to(folder).as_posix()))
    for size, name in sorted(found):
        data = _regular(folder / name) if 0 <= size <= room else None
        if size > room:
            notes.append(f"{name} is not in the sandbox: there is no room for it")
        elif data is None:
            notes.append(f"{name} is not in the sandbox: it is no regular file")
        elif (handed_in / name).is_symlink() and data != _regular(masters / name, follow=True):
            notes.append(f"{name} is not in the sandbox: it was handed in as a link")
        else:
            room -= size
            files[name] = data
    return files, notes


def _regular(path: Path, follow: bool = False) -> bytes | None:
    """A regular file's bytes; None if it is none."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | (0 if follow else os.O_NOFOLLOW))
        with os.fdopen(descriptor, "rb") as file:
            return file.read() if stat.S_ISREG(os.fstat(descriptor).st_mode) else None
    except OSError:
        return None
