"""Which mutants the checks let live, and which of them an author has listed as equivalent."""

from __future__ import annotations

import contextlib
import queue
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from autograder.auditing.mutants import Mutant, mutants
from autograder.course import Course
from autograder.errors import AuthoringError
from autograder.grading.engine import Engine
from autograder.judging.exam import load_exam
from autograder.judging.judge import Judge
from autograder.verdict import Report


@dataclass(frozen=True)
class Equivalent:
    """A change that breaks no rule of the assignment's text, and why. It covers every mutant that has these lines."""

    task: str
    was: str
    now: str
    reason: str

    def covers(self, mutant: Mutant) -> bool:
        return (self.task, self.was, self.now) == (mutant.task, mutant.was, mutant.now)

    def __str__(self) -> str:
        return f"{self.task}: `{self.was}` → `{self.now}`"


@dataclass(frozen=True)
class MutantAudit:
    """What became of an assignment's mutants. `made` and `killed`: how many, by task."""

    made: dict[str, int]
    killed: dict[str, int]
    survivors: tuple[Mutant, ...]
    equivalents: tuple[Equivalent, ...]
    faults: tuple[str, ...]


def equivalents(course: Course, slug: str) -> tuple[Equivalent, ...]:
    """The changes that the author lists; none without a file. Raises AuthoringError where it is not well formed."""
    path = course.equivalents(slug)
    where = course.where(path)
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AuthoringError(f"it cannot be read as TOML: {error}", where=where) from error
    found = []
    for row in rows.get("mutant", []) if set(rows) <= {"mutant"} else [None]:
        fields = Equivalent.__dataclass_fields__
        if not isinstance(row, dict) or set(row) != set(fields) or not all(isinstance(v, str) for v in row.values()):
            raise AuthoringError(
                "an entry that is none",
                where=where,
                next_step=f"Each is a [[mutant]] with the texts {', '.join(fields)}.",
            )
        if not row["reason"].strip():
            raise AuthoringError(f"an entry without a reason: `{row['now']}`", where=where)
        found.append(Equivalent(**row))
    return tuple(found)


def audit_mutants(
    course: Course, slug: str, engines: Sequence[Engine], on_done: Callable[[int, int], None] = lambda done, made: None
) -> MutantAudit:
    """Grade every mutant of an assignment in these sandboxes, one in each at a time.

    A mutant is killed if it loses a point that its answer has by itself. Raises AuthoringError where an answer has no
    full marks by itself, ToolError where cosmic-ray is missing.
    """
    exam = load_exam(course, slug)
    made, listed = mutants(exam.assignment), equivalents(course, slug)
    grade = _Grader(Judge(exam, course.settings(), to_first_failure=True), engines)
    tasks = exam.assignment.tasks
    with ThreadPoolExecutor(len(engines)) as pool:
        earned = dict(zip((t.name for t in tasks), pool.map(grade, (t.answer for t in tasks)), strict=True))
        for name, full in earned.items():
            if name not in full:
                raise AuthoringError(
                    f"the answer to {name} has no full marks by itself, so its mutants cannot be judged",
                    where=course.where(course.reference_text(slug)),
                    next_step="Run `autograder verify` without --mutants.",
                )
        survivors = []
        for number, (mutant, full) in enumerate(zip(made, pool.map(grade, (m.code for m in made)), strict=True), 1):
            if earned[mutant.task] <= full:
                survivors.append(mutant)
            on_done(number, len(made))
    total, alive = Counter(m.task for m in made), Counter(m.task for m in survivors)
    return MutantAudit(
        {task.name: total[task.name] for task in tasks},
        {task.name: total[task.name] - alive[task.name] for task in tasks},
        tuple(survivors),
        listed,
        tuple(_faults(course, slug, made, survivors, listed)),
    )


class _Grader:
    """Code to the tasks that it gets full marks in, in whichever sandbox is idle. Each is used by one thread only."""

    def __init__(self, judge: Judge, engines: Sequence[Engine]) -> None:
        self._judge = judge
        self._idle: queue.SimpleQueue[Engine] = queue.SimpleQueue()
        for engine in engines:
            self._idle.put(engine)

    def __call__(self, code: str) -> set[str]:
        with self._borrowed() as engine:
            report: Report = engine.grade_module(self._judge, code)
        return {task.task for task in report.tasks if task.score == task.max_score}

    @contextlib.contextmanager
    def _borrowed(self) -> Iterator[Engine]:
        engine = self._idle.get()
        try:
            yield engine
        finally:
            self._idle.put(engine)


def _faults(
    course: Course, slug: str, made: Sequence[Mutant], survivors: Sequence[Mutant], listed: Sequence[Equivalent]
) -> Iterator[str]:
    where = course.where(course.equivalents(slug))
    for mutant in survivors:
        if not any(entry.covers(mutant) for entry in listed):
            yield (
                f"{course.where(course.reference_text(slug))}: no check notices {mutant}. "
                f"Sharpen one, or list the change with its reason in {where}"
            )
    for entry in listed:
        if not any(entry.covers(mutant) for mutant in made):
            yield f"{where}: no mutant has this change any more: {entry}"
        elif not all(mutant in survivors for mutant in made if entry.covers(mutant)):
            yield f"{where}: a check notices this change, so it is not equivalent: {entry}"
    for entry, count in Counter(listed).items():
        if count > 1:
            yield f"{where}: it is listed {count} times: {entry}"
