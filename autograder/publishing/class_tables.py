"""What a class page shows in tables: how each task and check went, and who holds which misconception."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from autograder.judging.exam import Exam
from autograder.publishing.marks import ClassMarks, StudentMarks
from autograder.publishing.notebook_page import highlighted
from autograder.verdict import CheckVerdict, Outcome
from autograder.wording import spaced


@dataclass(frozen=True)
class Shown:
    """A student as the page names them. `page`: where their feedback lies, seen from the page; empty for none."""

    name: str
    page: str = ""
    score: float | None = None
    tasks: tuple[float | None, ...] = ()
    state: str = ""
    says: str = ""


@dataclass(frozen=True)
class ShownTask:
    """How the class did in a task: how many have full marks, a part, or none."""

    name: str
    mean: float
    max_score: float
    full: int
    part: int
    none: int

    @property
    def students(self) -> int:
        return self.full + self.part + self.none


@dataclass(frozen=True)
class ShownCheck:
    """How many submissions passed a check."""

    title: str
    task: str
    points: float
    passed: int
    failed: int
    not_judged: int

    @property
    def students(self) -> int:
        return self.passed + self.failed + self.not_judged


@dataclass(frozen=True)
class ShownMisconception:
    """Who holds it, and the specimen that shows it."""

    name: str
    task: str
    students: tuple[Shown, ...]
    idea: str
    code: Markup


def task_table(marks: ClassMarks, handed_in: Sequence[StudentMarks]) -> list[ShownTask]:
    rows = []
    for name in marks.tasks:
        all_of = [task for one in handed_in for task in one.tasks if task.task == name]
        scores = [task.score for task in all_of if task.score is not None]
        most = max((task.max_score for task in all_of), default=0.0)
        full, none = sum(score >= most for score in scores), sum(score <= 0 for score in scores)
        mean = statistics.fmean(scores) if scores else 0.0
        rows.append(ShownTask(spaced(name), mean, most or 1.0, full, len(scores) - full - none, none))
    return rows


def check_table(handed_in: Sequence[StudentMarks]) -> list[ShownCheck]:
    outcomes: dict[tuple[str, str], Counter[Outcome]] = defaultdict(Counter)
    about: dict[tuple[str, str], CheckVerdict] = {}
    for one in handed_in:
        for task in one.report.tasks if one.report else ():
            for check in task.checks:
                outcomes[task.task, check.check][check.outcome] += 1
                about[task.task, check.check] = check
    return [
        ShownCheck(
            about[key].title,
            spaced(key[0]),
            about[key].max_points,
            counts[Outcome.PASSED],
            counts[Outcome.FAILED],
            counts[Outcome.NOT_JUDGED],
        )
        for key, counts in outcomes.items()
    ]


def misconceptions(
    exam: Exam, handed_in: Sequence[StudentMarks], shown: Mapping[str, Shown]
) -> list[ShownMisconception]:
    """Those of most students first."""
    holders: dict[tuple[str, str], list[Shown]] = defaultdict(list)
    for one in handed_in:
        for task in one.report.tasks if one.report else ():
            for name in task.misconceptions:
                holders[task.task, name].append(shown[one.person.id])
    known = {(specimen.task, specimen.name): specimen for specimen in exam.specimens}
    rows = []
    for key, students in sorted(holders.items(), key=lambda item: (-len(item[1]), item[0])):
        specimen = known.get(key)
        idea, code = (specimen.idea, highlighted(specimen.code.strip())) if specimen else ("", Markup(""))
        rows.append(ShownMisconception(spaced(key[1]), spaced(key[0]), tuple(students), idea, code))
    return rows


def named(handed_in: Sequence[StudentMarks]) -> str:
    """How many lost points have no name."""
    failed = named = 0
    for one in handed_in:
        for task in one.report.tasks if one.report else ():
            lost = [check for check in task.checks if check.outcome is Outcome.FAILED]
            failed += bool(lost)
            named += bool(task.misconceptions)
    return f"{named} of the {failed} answers with a failed check have a name." if failed else ""
