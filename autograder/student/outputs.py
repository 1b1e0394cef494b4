"""A cell's outputs as they come from a stranger's process, made into ones that any notebook can hold."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from .vocabulary import Plain

ROWS = 2000
DEPTH = 8
SHORT = 1000
CUT = "[There were more outputs than allowed; they are cut here.]\n"
_JSON = re.compile(r"application/(.*\+)?json")

_FIELDS = {
    "stream": {"output_type", "name", "text"},
    "error": {"output_type", "ename", "evalue", "traceback"},
    "display_data": {"output_type", "data", "metadata"},
    "execute_result": {"output_type", "data", "metadata", "execution_count"},
}


def error_output(name: str, message: str) -> Plain:
    """An error among a cell's outputs."""
    return {"output_type": "error", "ename": name, "evalue": message, "traceback": [f"{name}: {message}"]}


def well_formed(outputs: Sequence[Plain]) -> list[Plain]:
    """Outputs that nbformat accepts. One that it does not, which only tampering makes, becomes an error."""
    # Two levels of an output stand above what DEPTH counts.
    rows = [_plain(row, DEPTH + 2) for row in outputs]
    return [row if _is_output(row) else error_output("BadOutput", "It is no output.") for row in rows]


def clean(reply: Any, limit: int) -> list[Plain]:
    """The outputs in a reply, as nbformat 4 has them; what is not of the form is left out.

    `limit`: how many characters they may hold in all. Half characters, which no file can hold, become question marks.
    """
    rows = reply.get("outputs") if isinstance(reply, dict) else None
    kept: list[Plain] = []
    for row in rows if isinstance(rows, list) else []:
        output = _output(row) if isinstance(row, dict) else None
        if output is None:
            continue
        limit -= _characters(output)
        if limit < 0 or len(kept) == ROWS:
            return [*kept, {"output_type": "stream", "name": "stderr", "text": CUT}, *_result(rows)]
        kept.append(output)
    return kept


def _result(rows: Any) -> list[Plain]:
    """A cell's result, if it is short: a flood before it must not hide it, since it may be a mark."""
    last = rows[-1]
    output = _output(last) if isinstance(last, dict) and last.get("output_type") == "execute_result" else None
    return [output] if output is not None and _characters(output) < SHORT else []


def _output(row: Plain) -> Plain | None:
    kind = row.get("output_type")
    if kind == "stream" and row.get("name") in ("stdout", "stderr") and isinstance(row.get("text"), str):
        return {"output_type": kind, "name": row["name"], "text": _text(row["text"])}
    if kind == "error":
        lines = row["traceback"] if isinstance(row.get("traceback"), list) else []
        texts = [_text(line) for line in lines if isinstance(line, str)]
        ename, evalue = _text(str(row.get("ename", "")))[:200], _text(str(row.get("evalue", "")))
        return {"output_type": kind, "ename": ename, "evalue": evalue, "traceback": texts}
    if kind in ("display_data", "execute_result") and isinstance(row.get("data"), dict):
        data = {_text(mime): _plain(item) for mime, item in row["data"].items() if _fits(mime, item)}
        output = {"output_type": kind, "data": data, "metadata": _sizes(row.get("metadata"))}
        count = row.get("execution_count")
        number = count if isinstance(count, int) and not isinstance(count, bool) and 0 <= count < 1 << 31 else None
        return {**output, "execution_count": number} if kind == "execute_result" else output
    return None


def _sizes(metadata: Any) -> Plain:
    """How large an output is shown, by mime type, and no more: nbconvert writes that into a tag as it stands."""
    kept = {}
    for mime, about in metadata.items() if isinstance(metadata, dict) else ():
        sizes = about if isinstance(about, dict) else {}
        numbers = {name: sizes[name] for name in ("width", "height") if type(sizes.get(name)) in (int, float)}
        if numbers:
            kept[_text(mime)] = _plain(numbers)
    return kept


def _fits(mime: str, item: Any) -> bool:
    """Strings everywhere; other values only where nbformat has JSON."""
    return isinstance(item, str) or _JSON.fullmatch(mime) is not None


def _text(value: str) -> str:
    return value.encode("utf-8", "replace").decode()


def _plain(value: Any, depth: int = DEPTH) -> Any:
    """A value that every JSON reader takes: no half characters, no NaN, nothing nested without end."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, bool | int):
        return value
    if depth and isinstance(value, list):
        return [_plain(item, depth - 1) for item in value]
    if depth and isinstance(value, dict):
        return {_text(key): _plain(item, depth - 1) for key, item in value.items()}
    return None


def _characters(value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(len(key) + _characters(item) for key, item in value.items())
    return sum(map(_characters, value)) if isinstance(value, list) else 8


def _is_output(row: Plain) -> bool:
    """What nbformat's schema asks of an output, which its own validator takes milliseconds to say."""
    kind = row.get("output_type")
    if not isinstance(kind, str) or row.keys() != _FIELDS.get(kind):
        return False
    if kind == "stream":
        return row["name"] in ("stdout", "stderr") and isinstance(row["text"], str)
    if kind == "error":
        return isinstance(row["ename"], str) and isinstance(row["evalue"], str) and _are_lines(row["traceback"])
    count = row.get("execution_count")
    return (
        isinstance(row["metadata"], dict)
        and isinstance(row["data"], dict)
        and all(
            mime.endswith("json") or isinstance(item, str) or _are_lines(item) for mime, item in row["data"].items()
        )
        and isinstance(row["data"].get("application/json", {}), dict)
        and (count is None or (type(count) is int and count >= 0))
    )


def _are_lines(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(line, str) for line in value)
