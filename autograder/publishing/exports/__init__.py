"""Marks as files that a learning platform reads."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Target(StrEnum):
    """What marks can be exported for."""

    CSV = "csv"
    CANVAS = "canvas"
    MOODLE = "moodle"
    GRADESCOPE = "gradescope"


@dataclass(frozen=True)
class Written:
    """What came of an export. `filled`: how many students' marks stand in the file. `left_out`: a sentence for each
    student or row whose mark does not."""

    path: Path
    filled: int
    left_out: tuple[str, ...] = ()
