"""nbgrader's own commands in the course's folder, through its real command line.

PATH holds nothing of the virtual environment, as on a machine where it is not activated: nbgrader has to find
`alembic` all the same.
"""

from __future__ import annotations

import csv
import json
import subprocess
from pathlib import Path

import nbformat
import pytest
from helpers import ROOT, run, save, scores
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from autograder.course import CONFIG, Course
from autograder.grading.classroom import new_course
from autograder.grading.notebooks import filled_in, module_answers, reference_answers
from autograder.judging.exam import load_exam

SYSTEM = "/usr/bin:/bin"
# Each submission takes nbgrader seconds: every kind goes through it once.
STUDENTS = {
    "learned_positions": ("reference", "unsolved", "alternative", "wrong-1", "wrong-2"),
    "sinusoidal_positions": ("reference", "broken", "wrong-3"),
}


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A copy of this repository's course."""
    return new_course(Course(ROOT), tmp_path / "course")


def nbgrader(*words: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run("nbgrader", *words, cwd=cwd, path=SYSTEM)


def submissions(course: Course, slug: str) -> dict[str, NotebookNode]:
    """One notebook of each kind, by student."""
    exam = load_exam(course, slug)
    release = nbformat.read(course.notebook("release", slug), as_version=4)
    right = reference_answers(exam.assignment)
    first = exam.assignment.tasks[0].name
    alternative = course.alternatives(slug)[0].read_text(encoding="utf-8")
    answers = {
        "reference": right,
        "unsolved": {},
        "alternative": {**right, **module_answers(exam.assignment, alternative)},
        "broken": {**right, first: "def answer(:\n    pass\n"},
    }
    for number, task in enumerate(exam.assignment.tasks[:3], 1):
        code = exam.specimens_of(task.name)[0].code
        answers[f"wrong-{number}"] = {**right, task.name: f"{right[task.name]}\n\n{code}"}
    return {student: filled_in(release, one) for student, one in answers.items()}


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["learned_positions", "sinusoidal_positions"])
def test_from_the_release_to_the_marks(course: Course, slug: str) -> None:
    """generate_assignment, autograde, generate_feedback and export; and the marks are those of `autograder check`,
    behind the wall and in a kernel of nbgrader's own.
    """
    before = course.notebook("release", slug).read_bytes()
    ended = nbgrader("generate_assignment", slug, "--force", "--create", cwd=course.root)
    assert ended.returncode == 0, ended.stderr
    assert course.notebook("release", slug).read_bytes() == before

    class_ = submissions(course, slug)
    class_ = {student: class_[student] for student in STUDENTS[slug]}
    paths = [
        save(notebook, course.root / "submitted" / student / slug / f"{slug}.ipynb")
        for student, notebook in class_.items()
    ]
    ended = nbgrader("autograde", slug, cwd=course.root)
    assert ended.returncode == 0, ended.stderr

    checked = run("autograder", "check", "--json", *paths, cwd=course.root, path=SYSTEM)
    assert (checked.returncode, checked.stderr) == (0, "")
    wanted = {Path(row["path"]).parts[-3]: scores(row) for row in map(json.loads, checked.stdout.splitlines())}
    full = {task.name: task.points for task in load_exam(course, slug).assignment.tasks}
    assert list(wanted) == list(class_)
    assert wanted["reference"] == full
    for number, task in enumerate(full, 1):
        if f"wrong-{number}" in wanted:
            assert [name for name in full if wanted[f"wrong-{number}"][name] < full[name]] == [task]
    for student, points in (("unsolved", dict.fromkeys(full, 0.0)), ("alternative", full)):
        assert wanted.get(student, points) == points
    if "broken" in wanted:
        assert wanted["broken"] == {**full, next(iter(full)): 0.0}
    assert in_the_gradebook(course, slug) == wanted

    config = course.root / CONFIG
    config.write_text(f'{config.read_text(encoding="utf-8")}\ndel c["Autograde"]  # a kernel of nbgrader\'s own\n')
    ended = nbgrader("autograde", slug, "--force", cwd=course.root)
    assert ended.returncode == 0, ended.stderr
    assert in_the_gradebook(course, slug) == wanted

    ended = nbgrader("generate_feedback", slug, cwd=course.root)
    assert ended.returncode == 0, ended.stderr
    for student in class_:
        page = (course.root / "feedback" / student / slug / f"{slug}.html").read_text(encoding="utf-8")
        assert f"{round(sum(wanted[student].values()), 2):g} of 20 points" in page

    ended = nbgrader("export", "--to", "marks.csv", cwd=course.root)
    assert ended.returncode == 0, ended.stderr
    with (course.root / "marks.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert rows == {student: sum(points.values()) for student, points in wanted.items()}


def in_the_gradebook(course: Course, slug: str) -> dict[str, dict[str, float]]:
    """Points by task, for each student."""
    with Gradebook(f"sqlite:///{course.root}/gradebook.db", "transformer-input-layer") as gradebook:
        return {
            one.student.id: {grade.name: grade.score for grade in one.notebooks[0].grades if grade.max_score}
            for one in gradebook.assignment_submissions(slug)
        }


@pytest.mark.parametrize("slug", ["learned_positions", pytest.param("sinusoidal_positions", marks=[pytest.mark.slow])])
def test_students_validate_their_notebook_wherever_they_are(slug: str, tmp_path: Path) -> None:
    """Solved it passes, not solved it fails, in a folder without a course."""
    course = Course(ROOT)
    release = nbformat.read(course.notebook("release", slug), as_version=4)
    right = reference_answers(load_exam(course, slug).assignment)
    save(filled_in(release, right), tmp_path / "solved.ipynb")
    save(release, tmp_path / "unsolved.ipynb")
    ended = nbgrader("validate", "solved.ipynb", "unsolved.ipynb", cwd=tmp_path)
    good, bad = ended.stdout.split("\n", 1)
    assert (ended.returncode, good) == (0, "Success! Your notebook passes all the tests.")
    assert bad.startswith("VALIDATION FAILED ON ")
    assert "NotImplementedError" in bad


def test_instructors_validate_the_solved_source(course: Course) -> None:
    """Its marking cells call the hidden checks, and find the course."""
    path = course.notebook("source", "learned_positions")
    good = nbgrader("validate", path.name, cwd=path.parent)
    assert (good.returncode, good.stdout.strip()) == (0, "Success! Your notebook passes all the tests.")
