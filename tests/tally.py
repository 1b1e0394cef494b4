"""How many tricks, broken files and faults a run of the tests has tried, in words for its last lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

# By the test that tries them: what they are called, and what it means that the test passes.
KINDS = {
    "test_the_trick_gains_nothing_and_leaves_nothing": ("tricks", "held"),
    "test_broken_files": ("broken files", "refused or graded"),
    "test_the_fault_is_survived": ("faults", "survived"),
    "test_a_kill_at_a_random_moment_is_survived": ("kills at random moments", "survived"),
}
_TEST = re.compile(r"hostile/(?P<file>\w+)\.py::(?P<test>\w+)\[(?:bubblewrap-|landlock-)?(?P<case>.*)\]$")


def tried(nodeid: str) -> tuple[str, str]:
    """The key in KINDS, empty if this test tries nothing of the kind, and what it tries, whichever the wall."""
    found = _TEST.search(nodeid)
    if found is None:
        return "", ""
    keys = [name for name in (found["file"], found["test"]) if name in KINDS]
    return (keys[0], f"{found['test']} {found['case']}") if keys else ("", "")


def lines(outcomes: Mapping[str, Iterable[Any]]) -> list[str]:
    """A sentence for each kind that was tried, from pytest's reports by outcome."""
    cases: dict[str, dict[str, set[str]]] = {key: {} for key in KINDS}
    why: dict[str, Counter[str]] = {key: Counter() for key in KINDS}
    for outcome in ("passed", "failed", "error", "xfailed", "skipped"):
        for report in outcomes.get(outcome, ()):
            key, case = tried(getattr(report, "nodeid", ""))
            if key:
                cases[key].setdefault(outcome, set()).add(case)
                if outcome == "skipped":
                    why[key][_reason(report)] += 1
    return [_sentence(key, cases[key], why[key]) for key in KINDS if cases[key]]


def _sentence(key: str, cases: Mapping[str, set[str]], why: Counter[str]) -> str:
    noun, held = KINDS[key]
    bad = cases.get("failed", set()) | cases.get("error", set())
    known = cases.get("xfailed", set())
    good = cases.get("passed", set()) - bad - known
    words = [f"{noun}: {len(good | bad | known)} tried, {len(good)} {held}"]
    words += [f"{len(known)} known not to be ({_names(known)})"] if known else []
    words += [f"{len(bad)} NOT ({_names(bad)})"] if bad else []
    words += [f"{number} skipped ({reason})" for reason, number in sorted(why.items())]
    return ", ".join(words)


def _names(cases: set[str]) -> str:
    return ", ".join(sorted(case.split(" ", 1)[1] for case in cases))


def _reason(report: Any) -> str:
    place = getattr(report, "longrepr", None)
    return str(place[2] if isinstance(place, tuple) else place).removeprefix("Skipped: ")
