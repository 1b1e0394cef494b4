"""docs/security.md tells how many tricks there are, and how many are held."""

from __future__ import annotations

import re

from helpers import ROOT
from test_broken_files import BYTES, GRADED, ODD, PLACES, STRUCTURES
from trial import tricks

BLOCK = re.compile(r"<!-- tricks -->\n(.*?)<!-- end -->", re.S)


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
    held = sum(not trick.open for trick in found) + broken
    rows.append(f"| in all | {len(found) + broken} | {held} | {sum(trick.landlock for trick in found)} |")
    return "\n".join(rows) + "\n"


def test_the_numbers_are_current() -> None:
    (shown,) = BLOCK.findall((ROOT / "docs" / "security.md").read_text(encoding="utf-8"))
    assert shown == table()


def test_each_trick_tells_what_it_is_in_a_sentence_of_its_own() -> None:
    titles = [trick.title for trick in tricks()]
    assert len(set(titles)) == len(titles)
    assert [title for title in titles if not title.endswith(".")] == []
