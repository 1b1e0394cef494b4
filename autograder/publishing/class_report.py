"""One page for a class: marks, tasks, checks, misconceptions, and what needs a human."""

from __future__ import annotations

import base64
import hashlib
import os
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from markupsafe import Markup

from autograder.course import Course
from autograder.errors import ToolError
from autograder.grading.changes import Change, differences
from autograder.grading.folders import coursedir
from autograder.grading.results import write_text
from autograder.judging.exam import Exam, load_exam
from autograder.publishing import figures
from autograder.publishing.class_tables import Shown, check_table, misconceptions, named, task_table
from autograder.publishing.marks import ClassMarks, StudentMarks, read_marks
from autograder.publishing.notebook_page import style
from autograder.publishing.pages import page, points, source
from autograder.wording import many, spaced

# Of one submission a thousand cells may have crashed.
SENTENCES = 5
BARS = 10


@dataclass(frozen=True)
class ShownDifference:
    person: Shown
    task: str
    now: float | None
    then: float | None
    by: str


def write_class_report(
    course: Course,
    slug: str,
    path: Path,
    *,
    anonymous: bool = False,
    changes: Sequence[Change] | None = None,
    now: datetime | None = None,
) -> None:
    """Write the page. `anonymous`: without names, ids, links and what else could tell one student from another.
    `changes`: what a regrade would come to, if it was asked. Raises CourseError before anybody was graded."""
    marks = read_marks(course, slug)
    html = class_page(course, marks, load_exam(course, slug), path, anonymous=anonymous, changes=changes, now=now)
    try:
        write_text(path, html)
    except OSError as error:
        raise ToolError(f"it cannot be written: {error.strerror}", where=str(path)) from error


def class_page(
    course: Course,
    marks: ClassMarks,
    exam: Exam,
    path: Path,
    *,
    anonymous: bool = False,
    changes: Sequence[Change] | None = None,
    now: datetime | None = None,
) -> str:
    """The page as it stands at `path`."""
    shown = _people(course, marks, path, anonymous)
    handed_in = [one for one in marks.students if one.submitted]
    scores = [one.score for one in handed_in if one.score is not None]
    script = source("sort.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    when = now or datetime.now().astimezone()
    return page(
        "report.html",
        style=style(),
        script=Markup(script),
        scripts=f"'sha256-{digest}'",
        title=exam.assignment.title,
        made=f"Made on {when:%Y-%m-%d at %H:%M}.",
        max_score=marks.max_score,
        mean=statistics.fmean(scores) if scores else None,
        counts=_counts(marks),
        with_names=not anonymous,
        waiting=list(_waiting(handed_in, shown, anonymous)),
        regrade=None if changes is None else list(_regrade(marks.slug, changes, shown)),
        histogram=_histogram(scores, marks.max_score) if scores else "",
        spread=_spread(scores, marks.max_score) if scores else "",
        tasks=task_table(marks, handed_in),
        checks=check_table(handed_in),
        misconceptions=misconceptions(exam, handed_in, shown),
        named=named(handed_in),
        students=[shown[one.person.id] for one in marks.students],
        time=_time(handed_in),
    )


def _people(course: Course, marks: ClassMarks, path: Path, anonymous: bool) -> dict[str, Shown]:
    """Each student as the page may name them, by id."""
    if anonymous:
        return {one.person.id: Shown("A student") for one in marks.students}
    folders = coursedir(course)
    found = {}
    for one in marks.students:
        folder = Path(folders.format_path(folders.feedback_directory, one.person.id, marks.slug))
        feedback = folder / f"{marks.slug}.html"
        link = quote(Path(os.path.relpath(feedback, path.parent)).as_posix()) if feedback.is_file() else ""
        scores = {task.task: task.score for task in one.tasks}
        state = _state(one)
        row = tuple(scores.get(name) for name in marks.tasks)
        found[one.person.id] = Shown(one.person.name, link, one.score, row, state)
    return found


def _state(one: StudentMarks) -> str:
    if not one.submitted:
        return "not handed in"
    late = ", late" if one.seconds_late else ""
    if one.report is not None and one.report.status != "graded":
        return one.report.status + late
    return ("waits for a human" if one.waits else "graded") + late


def _counts(marks: ClassMarks) -> str:
    handed_in = sum(one.submitted for one in marks.students)
    graded = sum(one.score is not None for one in marks.students)
    late = sum(one.seconds_late > 0 for one in marks.students)
    words = f"{handed_in} of {len(marks.students)} students handed in; {graded} have marks"
    return f"{words}; {late} came late." if late else f"{words}."


def _waiting(handed_in: Sequence[StudentMarks], shown: Mapping[str, Shown], anonymous: bool) -> Iterator[Shown]:
    found = {one.person.id: said for one in handed_in if (said := list(_says(one)))}
    if anonymous:  # a sentence may name a file, and a file its owner
        if found:
            yield Shown(many(len(found)), says="a human should look")
        return
    for student, said in found.items():
        more = [f"and {len(said) - SENTENCES} more in the report"] if len(said) > SENTENCES else []
        yield Shown(shown[student].name, shown[student].page, says="; ".join([*said[:SENTENCES], *more]))


def _says(one: StudentMarks) -> Iterator[str]:
    report = one.report
    if report is not None and report.status != "graded":
        yield f"its status is {report.status}"
    if one.waits:
        yield "it waits for a human's marks"
    if report is not None:
        yield from (sentence.rstrip(".") for sentence in report.concerns)


def _regrade(slug: str, changes: Sequence[Change], shown: Mapping[str, Shown]) -> Iterator[ShownDifference]:
    for change in sorted(changes, key=lambda change: change.student):
        person = shown.get(change.student, Shown("A student whom the gradebook does not know yet"))
        for one in differences(slug, change):
            by = [spaced(words) for words in one.checks]
            by += ["a human's points stand"] if one.human else []
            yield ShownDifference(person, spaced(one.task), one.now, one.then, "; ".join(by))


def _histogram(scores: Sequence[float], most: float) -> Markup:
    """Ten bars of equal width; full marks are in the last."""
    width = (most or 1.0) / BARS
    counts = Counter(min(int(score / width), BARS - 1) for score in scores)
    names = [f"{points(number * width)}–{points((number + 1) * width)}" for number in range(BARS)]
    heights = [counts[number] for number in range(BARS)]
    label = "; ".join(f"{name} points: {height}" for name, height in zip(names, heights, strict=True) if height)
    return figures.bars(names, heights, label=f"Students by points. {label}", prefix="marks", title="points")


def _spread(scores: Sequence[float], most: float) -> str:
    full = sum(score >= most for score in scores)
    return (
        f"Lowest {points(min(scores))}, median {points(statistics.median(scores))}, highest {points(max(scores))}; "
        f"{full} of {len(scores)} have full marks."
    )


def _time(handed_in: Sequence[StudentMarks]) -> str:
    seconds = [one.report.seconds for one in handed_in if one.report]
    if not seconds:
        return "No submission has a report with its time."
    total = sum(seconds)
    walls = ", ".join(sorted({one.report.isolation for one in handed_in if one.report}))
    rate = len(seconds) / max(total, 1e-9)
    middle = statistics.median(seconds) * 1000
    return (
        f"{len(seconds)} submissions took {total:.1f} s of work, {rate:.1f} a second for each worker: half of them "
        f"less than {middle:.0f} ms, the longest {max(seconds):.1f} s. They ran behind: {walls}."
    )
