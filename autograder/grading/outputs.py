"""Cells' outputs, as they come out of the sandbox, in the form that notebooks have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograder.student.vocabulary import Plain

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
    return [row if _is_output(row) else error_output("BadOutput", "It is no output.") for row in map(_clean, outputs)]


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


def _clean(value: Any) -> Any:
    """The same without halves of characters, which no file can hold."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in value.items()}
    return [_clean(item) for item in value] if isinstance(value, list) else value
