"""The page that says in numbers how good the grader is: docs/grader-quality.md, written from what `verify` found."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from autograder.auditing.survivors import MutantAudit
from autograder.auditing.verify import Audit, Finding, alone
from autograder.course import Course
from autograder.judging.check import Check
from autograder.judging.exam import Exam, load_exam

AGAIN = "Run `autograder verify --mutants --write`."
INTRODUCTION = """\
# How good the grader is

`autograder verify --mutants --write` writes this page. `make test` runs `autograder verify --mutants`, which fails
where the page is not current.

A *specimen* is a known wrong answer. It is caught if it loses marks in its own task, in no other, and gets its own
name. A *mutant* is the reference with one thing in an answer changed: an operator, a number, a comparison, a string, an
argument. It is killed if that costs a point.
"""


def page(course: Course, audits: Iterable[Audit]) -> str:
    """The whole page, for audits whose mutants were tried."""
    return "\n".join([INTRODUCTION, *(section(load_exam(course, audit.assignment), audit) for audit in audits)])


def stale(course: Course, audit: Audit) -> tuple[str, ...]:
    """What is wrong with the assignment's section of the page as it lies there: a sentence, or nothing."""
    where = course.where(course.quality_page)
    try:
        text = course.quality_page.read_text(encoding="utf-8")
    except FileNotFoundError:
        return (f"{where}: it is missing. {AGAIN}",)
    if section(load_exam(course, audit.assignment), audit) in text:
        return ()
    return (f"{where}: what it says of {audit.assignment} is not what was found. {AGAIN}",)


def section(exam: Exam, audit: Audit) -> str:
    """One assignment's part of the page; what comes last is its matrices of specimens against checks."""
    mutants = audit.mutants
    assert mutants is not None
    blocks = [f"## {audit.assignment}", _table(("", ""), _summary(exam, audit, mutants))]
    tasks = [task.name for task in exam.assignment.tasks]
    rows = [(f"`{t}`", mutants.made[t], mutants.killed[t], mutants.made[t] - mutants.killed[t]) for t in tasks]
    blocks += ["### Mutants", _table(("task", "made", "killed", "equivalent"), rows)]
    if mutants.equivalents:
        changes = [(f"`{e.task}`", _code(e.was), _code(e.now), e.reason.strip()) for e in mutants.equivalents]
        blocks.append(_table(("task", "the answer has", "the mutant has", "and is right, because"), changes))
    blocks.append("### Specimens against checks")
    blocks.append("× is a rejection. What is blank passed, or was not judged, since a check that it builds on failed.")
    single = alone(audit.findings)
    for task in tasks:
        blocks += [f"#### `{task}`", *_matrix(exam.checks_of(task), _specimens(audit, task), single)]
    return "\n\n".join(blocks) + "\n"


def _summary(exam: Exam, audit: Audit, mutants: MutantAudit) -> Iterator[Sequence[object]]:
    right = [finding for finding in audit.findings if finding.kind in ("reference", "solved", "alternative")]
    wrong = [finding for finding in audit.findings if finding.kind == "specimen"]
    single = alone(audit.findings)
    made, killed = sum(mutants.made.values()), sum(mutants.killed.values())
    yield "right answers with full marks (reference, solved notebook, alternatives)", _of(right)
    yield "specimens caught, by their own name", _of(wrong)
    yield "mutants killed", f"{killed} of {made}; {made - killed} are equivalent"
    yield (
        "checks that alone reject some specimen",
        f"{sum((c.task, c.name) in single for c in exam.checks)} of {len(exam.checks)}; "
        f"{sum(bool(c.double) for c in exam.checks)} declared a double",
    )


def _of(findings: Sequence[Finding]) -> str:
    return f"{sum(not finding.faults for finding in findings)} of {len(findings)}"


def _specimens(audit: Audit, task: str) -> list[Finding]:
    return [f for f in audit.findings if f.kind == "specimen" and Path(f.file).parent.name == task]


def _matrix(
    checks: Sequence[Check], specimens: Sequence[Finding], single: dict[tuple[str, str], list[str]]
) -> Iterator[str]:
    letters = [letter(number) for number in range(len(checks))]
    rows = []
    for column, check in zip(letters, checks, strict=True):
        key = check.task, check.name
        number = sum(key in finding.rejecting for finding in specimens)
        by_itself = f"a double: {check.double}" if check.double else len(single.get(key, ()))
        rows.append((column, f"`{check.name}`", check.title, number, by_itself))
    yield _table(("", "check", "holds if", "rejects", "alone"), rows)
    yield _table(
        ("specimen", *letters),
        [
            (f"`{Path(f.file).stem}`", *("×" if (c.task, c.name) in f.rejecting else "" for c in checks))
            for f in specimens
        ],
    )


def letter(number: int) -> str:
    """The heading of a column, from 0: A to Z, then AA, AB, …"""
    first, last = divmod(number, 26)
    return (letter(first - 1) if first else "") + string.ascii_uppercase[last]


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", r"\|") for cell in line) + " |" for line in lines)


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return f"{fence}{text.replace(chr(10), ' ⏎ ')}{fence}" if text else "(nothing)"
