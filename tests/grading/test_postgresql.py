"""A gradebook in PostgreSQL gets the marks that one in SQLite gets."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from helpers import run, save, solved

from autograder.course import Course
from autograder.grading.grade import Grading
from autograder.grading.gradebook import Book, Marks
from autograder.sandbox.isolation import best

STUDENTS = [f"s{number:02}" for number in range(12)]
EXPECTED = {student: 2.0 if number % 3 == 0 else 4.0 for number, student in enumerate(STUDENTS)}


@pytest.fixture
def course(built: Course, sqlite_gradebook: Path) -> Course:
    """The miniature course with a class: every third answer is wrong."""
    shutil.copy(sqlite_gradebook, built.root)
    (built.root / "nbgrader_config.py").write_text(
        (built.root / "nbgrader_config.py").read_text(encoding="utf-8").replace('"mini"\nc.', '"course"\nc.', 1),
        encoding="utf-8",
    )
    right = solved(built)
    wrong = solved(built, double="def double(x):\n    return x + 2\n")
    for number, student in enumerate(STUDENTS):
        save(wrong if number % 3 == 0 else right, built.root / "submitted" / student / "double" / "double.ipynb")
    return built


def marks(url: str) -> dict[str, Marks]:
    with Book(url, "course", "double") as opened:
        return opened.marks()


@pytest.mark.slow
def test_postgresql_gets_what_sqlite_gets(course: Course, postgresql: str) -> None:
    grading = Grading(course, "double", best())
    grading.run(grading.students(), jobs=2)
    expected = marks(f"sqlite:///{course.root}/gradebook.db")
    assert {student: one.score for student, one in expected.items()} == EXPECTED
    for made in ("reports", "autograded"):
        shutil.rmtree(course.root / made)
    (course.root / "gradebook.db").unlink()
    with (course.root / "nbgrader_config.py").open("a", encoding="utf-8") as file:
        file.write(f'c.CourseDirectory.db_url = "{postgresql}"\n')
    done = run("autograder", "grade", "double", "--jobs", "2", cwd=course.root)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert marks(postgresql) == expected
    assert not (course.root / "gradebook.db").exists()
    listed = run("nbgrader", "export", "--to", "marks.csv", cwd=course.root)
    assert listed.returncode == 0, listed.stderr
    rows = (course.root / "marks.csv").read_text(encoding="utf-8").splitlines()
    head = rows[0].split(",")
    found = {row.split(",")[head.index("student_id")]: float(row.split(",")[head.index("score")]) for row in rows[1:]}
    assert found == EXPECTED
