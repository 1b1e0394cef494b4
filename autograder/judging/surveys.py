"""Surveys of known wrong answers on disk, so that not each process has to make them anew."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from autograder.judging.expect import Observation
from autograder.sandbox.inside.wire import WireError, decoded, encoded

_PLAIN = (str, int, float, bool, type(None))
_TUPLE = "()"


def read(file: Path) -> dict[str, tuple[Observation, ...]] | None:
    """The surveys by specimen; None where there is no such file or it is not whole."""
    try:
        rows = decoded(file.read_bytes())
        return {name: tuple(Observation(_value(o["seen"]), o["held"]) for o in row) for name, row in rows.items()}
    except (OSError, WireError, KeyError, TypeError, AttributeError):
        return None


def write(file: Path, kept: Mapping[str, tuple[Observation, ...]]) -> None:
    """Keep them, and drop what the folder's neighbours hold: surveys of former checks. Where nothing can be written,
    nothing is kept.
    """
    try:
        rows = {name: [{"seen": _plain(o.seen), "held": o.held} for o in row] for name, row in kept.items()}
    except TypeError:
        return
    with contextlib.suppress(OSError):
        if not file.parent.is_dir():
            for former in file.parent.parent.glob("*"):
                shutil.rmtree(former, ignore_errors=True)
            file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as temporary:
            temporary.write(encoded(rows))
        os.replace(temporary.name, file)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return {_TUPLE: [_plain(item) for item in value]}
    if type(value) in _PLAIN or type(value) is torch.Tensor:
        return value
    raise TypeError(f"a {type(value).__name__} in a survey")


def _value(value: Any) -> Any:
    return tuple(map(_value, value[_TUPLE])) if isinstance(value, dict) else value
