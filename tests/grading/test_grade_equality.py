"""`autograder grade` and `nbgrader autograde` put the same into the gradebook, on this repository's course.

The gate has a sample. For all answers whose marks are known, set AUTOGRADER_EQUALITY to `engine` (nbgrader with the
engine in place of its kernel) or to `stock` (nbgrader as it comes: seconds for each); for more of them,
AUTOGRADER_ANSWERS to a folder of modules; for fewer, AUTOGRADER_EVERY to n, which takes each n-th.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from helpers import ROOT, find, save
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from stock import Nbgrader

from autograder.assignment import defined_names
from autograder.course import CONFIG, COURSE_VARIABLE, Course
from autograder.grading.classroom import new_course
from autograder.grading.notebooks import filled_in, module_answers, reference_answers
from autograder.judging.exam import load_exam

pytestmark = pytest.mark.slow

SLUGS = ("learned_positions", "sinusoidal_positions")
WIDE = os.environ.get("AUTOGRADER_EQUALITY", "")
EVERY = int(os.environ.get("AUTOGRADER_EVERY", "1"))
PARTS = 16  # of all known answers: a class each, so that many cores can share them (pytest -n CORES --dist load)
Held = dict[str, dict[str, tuple[Any, ...]]]


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    made = new_course(Course(ROOT), tmp_path / "course")
    monkeypatch.setenv(COURSE_VARIABLE, str(made.root))
    return made


def held(course: Course, slug: str) -> Held:
    """Of each student and graded cell what the gradebook holds, and of each answer what it says of it."""
    with Gradebook(f"sqlite:///{course.root}/gradebook.db", "transformer-input-layer") as gradebook:
        found: Held = {}
        for submission in gradebook.assignment_submissions(slug):
            rows = found.setdefault(submission.student.id, {"": (submission.score, submission.max_score)})
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    rows[grade.name] = (grade.auto_score, grade.manual_score, grade.max_score, grade.needs_manual_grade)
                for comment in notebook.comments:
                    rows[f"{comment.name} comment"] = (comment.auto_comment, comment.manual_comment)
        return found


def by_both(course: Course, slug: str, class_: dict[str, NotebookNode], grade: Callable[..., Any]) -> tuple[Held, Held]:
    for student, notebook in class_.items():
        save(notebook, course.root / "submitted" / student / slug / f"{slug}.ipynb")
    ended = grade(course, slug=slug)
    assert (ended.code, ended.err) == (0, "")
    ours = held(course, slug)
    (course.root / "gradebook.db").unlink()
    nbgrader = Nbgrader(course)
    nbgrader.generate_assignment(slug)
    assert dict(nbgrader.autograde(slug, class_)) == dict.fromkeys(class_, "")
    return ours, held(course, slug)


def sample(course: Course, slug: str) -> dict[str, NotebookNode]:
    """The reference, no answer, one that does not parse, other right ones, wrong ones and two that were tampered
    with."""
    exam = load_exam(course, slug)
    release = nbformat.read(course.notebook("release", slug), as_version=4)
    right = reference_answers(exam.assignment)
    first = exam.assignment.tasks[0].name
    made = {
        "reference": filled_in(release, right),
        "unsolved": release,
        "broken": filled_in(release, {**right, first: "def answer(:\n    pass\n"}),
        "tagged": filled_in(release, {}),
        "changed": filled_in(release, right),
    }
    find(made["tagged"], first).metadata["tags"] = ["skip-execution"]
    find(made["changed"], "given-01").source += "\nraise SystemExit"
    for path in course.alternatives(slug)[:2]:
        answers = module_answers(exam.assignment, path.read_text(encoding="utf-8"))
        made[path.stem] = filled_in(release, {**right, **answers})
    for task in exam.assignment.tasks[:3]:
        code = exam.specimens_of(task.name)[-1].code
        made[f"wrong-{task.name}"] = filled_in(release, {**right, task.name: f"{right[task.name]}\n\n{code}"})
    return made


def every_one(course: Course, slug: str) -> Iterator[tuple[str, NotebookNode]]:
    """The alternatives, the specimens, and the modules of AUTOGRADER_ANSWERS that answer this assignment."""
    exam = load_exam(course, slug)
    release = nbformat.read(course.notebook("release", slug), as_version=4)
    right = reference_answers(exam.assignment)
    for path in course.alternatives(slug):
        answers = module_answers(exam.assignment, path.read_text(encoding="utf-8"))
        yield f"right-{path.stem}", filled_in(release, {**right, **answers})
    for specimen in exam.specimens:
        answer = f"{right[specimen.task]}\n\n{specimen.code}"
        yield f"{specimen.task}-{specimen.name}", filled_in(release, {**right, specimen.task: answer})
    folder = os.environ.get("AUTOGRADER_ANSWERS")
    for number, path in enumerate(sorted(Path(folder).rglob("*.py")) if folder else ()):
        code = path.read_text(encoding="utf-8")
        try:
            defined = set(defined_names(code))
        except SyntaxError:
            continue
        if defined & exam.assignment.names:
            yield f"given-{number}-{path.stem}", filled_in(release, module_answers(exam.assignment, code))


def test_a_sample_has_the_same_marks_either_way(course: Course, grade: Callable[..., Any]) -> None:
    class_ = sample(course, SLUGS[0])
    ours, theirs = by_both(course, SLUGS[0], class_, grade)
    assert set(ours) == set(class_)
    assert ours["reference"][""] == (20.0, 20.0)
    assert ours["unsolved"][""] == (0.0, 20.0)
    assert ours == theirs


@pytest.mark.skipif(WIDE not in ("engine", "stock"), reason="takes minutes to hours: set AUTOGRADER_EQUALITY")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("slug", SLUGS)
def test_every_known_answer_has_the_same_marks_either_way(
    course: Course, grade: Callable[..., Any], slug: str, part: int
) -> None:
    if WIDE == "stock":
        with (course.root / CONFIG).open("a") as config:
            config.write('\ndel c["Autograde"]\n')
    class_ = dict(itertools.islice(every_one(course, slug), part * EVERY, None, PARTS * EVERY))
    if not class_:
        pytest.skip("AUTOGRADER_EVERY leaves none for this part")
    ours, theirs = by_both(course, slug, class_, grade)
    differ = {student: (ours[student], theirs.get(student)) for student in ours if ours[student] != theirs.get(student)}
    assert (len(ours), differ) == (len(class_), {})
