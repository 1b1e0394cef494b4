"""The last lines of the tests say what was tried, and what came of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import tally

TRICK = "tests/hostile/test_tricks.py::test_the_trick_gains_nothing_and_leaves_nothing"
BROKEN = "tests/hostile/test_broken_files.py::test_bytes_that_are_no_notebook_are_refused"
FAULT = "tests/hostile/test_faults.py::test_the_fault_is_survived"
KILL = "tests/hostile/test_kills.py::test_a_kill_at_a_random_moment_is_survived"


def reports(*nodeids: str, why: str = "") -> list[Any]:
    return [SimpleNamespace(nodeid=one, longrepr=("file", 1, f"Skipped: {why}") if why else None) for one in nodeids]


def test_each_kind_has_a_line() -> None:
    """A trick counts once, whichever walls it was tried on; it is held if none of them let it through."""
    outcomes = {
        "passed": reports(
            f"{TRICK}[bubblewrap-dying-exits]",
            f"{TRICK}[landlock-dying-exits]",
            f"{TRICK}[bubblewrap-looking-reads]",
            f"{BROKEN}[empty]",
            f"{BROKEN}[null]",
            "tests/hostile/test_broken_files.py::test_another_name_is_no_other_assignment",
            f"{KILL}[0]",
            "tests/test_verdict.py::test_something[x]",
        ),
        "failed": reports(f"{TRICK}[landlock-looking-reads]"),
        "xfailed": reports(f"{TRICK}[bubblewrap-lying-rewrites]"),
        "skipped": [
            *reports(f"{KILL}[1]", f"{KILL}[2]", why="slow"),
            *reports(f"{FAULT}[disk full]", why="for want of the right to mount"),
        ],
        "deselected": reports(f"{KILL}[3]"),
        "warnings": [SimpleNamespace(message="no report at all")],
    }
    assert tally.lines(outcomes) == [
        "tricks: 3 tried, 1 held, 1 known not to be (lying-rewrites), 1 NOT (looking-reads)",
        "broken files: 2 tried, 2 refused or graded",
        "faults: 0 tried, 0 survived, 1 skipped (for want of the right to mount)",
        "kills at random moments: 1 tried, 1 survived, 2 skipped (slow)",
    ]


def test_no_line_where_nothing_was_tried() -> None:
    assert tally.lines({"passed": reports("tests/test_verdict.py::test_something")}) == []
