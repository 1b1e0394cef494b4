"""A class made up of answers whose marks are known: right, wrong and damaged ones."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.course import CONFIG, Course
from autograder.grading.notebooks import filled_in, module_answers, reference_answers
from autograder.judging.exam import Exam, load_exam
from autograder.wording import spaced

_CONTENT = ("assignments", "solutions", "source", "release", "autograder/checks", "autograder/specimens")
_PEOPLE = (
    ("Ada", "Lovelace"), ("Alan", "Turing"), ("Barbara", "Liskov"), ("Blaise", "Pascal"), ("Carl", "Gauss"),
    ("Dorothy", "Vaughan"), ("Edsger", "Dijkstra"), ("Emmy", "Noether"), ("Frances", "Allen"), ("George", "Boole"),
    ("Grace", "Hopper"), ("Hedy", "Lamarr"), ("John", "Backus"), ("Katherine", "Johnson"), ("Kurt", "Gödel"),
    ("Leslie", "Lamport"), ("Margaret", "Hamilton"), ("Niklaus", "Wirth"), ("Radia", "Perlman"), ("Sophie", "Wilson"),
    ("Tim", "O'Reilly"), ("Tony", "Hoare"), ("Ursula", "Burks"), ("Wilhelm", "Leibniz"),
)  # fmt: skip


@dataclass(frozen=True)
class Member:
    """One student of the class. `made_from` says in words what their submission is."""

    student: str
    made_from: str
    notebook: NotebookNode
    first_name: str = ""
    last_name: str = ""


def new_course(course: Course, folder: Path) -> Course:
    """Copy a course's content into a new folder, without the traces of any class."""
    for name in filter(lambda name: (course.root / name).is_dir(), _CONTENT):
        shutil.copytree(course.root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(course.root / CONFIG, folder / CONFIG)
    return Course(folder)


def make_class(course: Course, slug: str, size: int) -> list[Member]:
    """A class of this size, always the same: the first ones are one of each kind."""
    exam = load_exam(course, slug)
    release = nbformat.read(course.notebook("release", slug), as_version=4)
    kinds = itertools.islice(_submissions(course, exam, release), size)
    return [_member(number, words, notebook) for number, (words, notebook) in enumerate(kinds)]


def hand_in(course: Course, slug: str, members: list[Member]) -> None:
    """Write the class's notebooks to submitted/."""
    for member in members:
        path = course.root / "submitted" / member.student / slug / f"{slug}.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(member.notebook, path)


def _submissions(course: Course, exam: Exam, release: NotebookNode) -> Iterator[tuple[str, NotebookNode]]:
    assignment = exam.assignment
    right = reference_answers(assignment)
    first, last = assignment.tasks[0].name, assignment.tasks[-1].name
    yield "the reference", filled_in(release, right)
    yield "not solved", filled_in(release, {})
    yield f"an answer that does not parse ({first})", filled_in(release, {**right, first: "def answer(:\n    pass\n"})
    yield f"a marking cell deleted ({last})", _without(filled_in(release, right), last)
    wrong = [exam.specimens_of(task.name) for task in assignment.tasks]
    specimens = itertools.cycle(s for row in itertools.zip_longest(*wrong) for s in row if s is not None)
    alternatives = itertools.cycle(course.alternatives(assignment.slug))
    for number in itertools.count():
        if number % 4 == 0:
            path = next(alternatives, None)
            code = path.read_text(encoding="utf-8") if path else ""
            words = f"right: {spaced(path.stem)}" if path else "the reference"
            yield words, filled_in(release, {**right, **module_answers(assignment, code)})
        else:
            specimen = next(specimens, None)
            if specimen is None:
                yield "the reference", filled_in(release, right)
            else:
                answers = module_answers(assignment, specimen.code)
                if specimen.task == "quiz" or not answers:
                    answers = {specimen.task: f"{right[specimen.task]}\n{specimen.code}"}
                yield f"wrong: {spaced(specimen.name)} ({specimen.task})", filled_in(release, {**right, **answers})


def _without(notebook: NotebookNode, grade_id: str) -> NotebookNode:
    notebook.cells = [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade_id") != grade_id]
    return notebook


def _member(number: int, words: str, notebook: NotebookNode) -> Member:
    first, last = _PEOPLE[number % len(_PEOPLE)]
    again = "" if number < len(_PEOPLE) else f"{number // len(_PEOPLE) + 1}"
    return Member(f"{first.lower()}{again}", words, notebook, first, f"{last} {again}".rstrip())
