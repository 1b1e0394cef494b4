"""docs/security.md tells how many tricks and faults there are, how many are held, and what each fault is."""

from __future__ import annotations

import re

import tally
import test_broken_files
import test_faults
import test_kills
import test_tricks
from faults import FAULTS, KILLS
from helpers import ROOT
from test_broken_files import BYTES, GRADED, ODD, PLACES, STRUCTURES
from trial import tricks

BLOCK = re.compile(r"<!-- (tricks|faults) -->\n(.*?)<!-- end -->", re.S)


def table() -> str:
    """The block's text."""
    rows = ["| family | tried | held | of these under Landlock too |", "| --- | --- | --- | --- |"]
    found = tricks()
    for family in sorted({trick.family for trick in found}):
        members = [trick for trick in found if trick.family == family]
        held = sum(not trick.open for trick in members)
        rows.append(f"| {family} | {len(members)} | {held} | {sum(trick.landlock for trick in members)} |")
    broken = sum(map(len, (BYTES, STRUCTURES, PLACES, GRADED, ODD)))
    rows.append(f"| broken files | {broken} | {broken} | |")
    rows.append(f"| faults | {len(FAULTS)} | {len(FAULTS)} | |")
    rows.append(f"| kills at random moments | {len(KILLS)} | {len(KILLS)} | |")
    others = broken + len(FAULTS) + len(KILLS)
    held = sum(not trick.open for trick in found) + others
    rows.append(f"| in all | {len(found) + others} | {held} | {sum(trick.landlock for trick in found)} |")
    return "\n".join(rows) + "\n"


def faults() -> str:
    """The block's text."""
    rows = ["| what is done | what must hold meanwhile |", "| --- | --- |"]
    rows += [f"| {fault.done} | {fault.holds} |" for fault in FAULTS]
    return "\n".join(rows) + "\n"


def test_the_page_is_current() -> None:
    shown = BLOCK.findall((ROOT / "docs" / "security.md").read_text(encoding="utf-8"))
    assert shown == [("tricks", table()), ("faults", faults())]


def test_the_tests_that_are_counted_are_there() -> None:
    """Under the names that the last lines of the tests know them by."""
    tests = {name for module in (test_tricks, test_faults, test_kills) for name in vars(module)} | {
        test_broken_files.__name__
    }
    assert tally.KINDS.keys() <= tests


def test_each_trick_tells_what_it_is_in_a_sentence_of_its_own() -> None:
    titles = [trick.title for trick in tricks()]
    assert len(set(titles)) == len(titles)
    assert [title for title in titles if not title.endswith(".")] == []
