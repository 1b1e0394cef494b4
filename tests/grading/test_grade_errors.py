"""What is wrong at the command line of `autograder grade`: one line, exit code 2, and nothing is written."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from helpers import save, solved
from nbgrader.api import Gradebook

from autograder.cli import main
from autograder.course import CONFIG, Course

Grade = Callable[..., Any]
Listing = Callable[[Path], Mapping[str, Any]]


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory, make_course: Callable[[Path], Course]) -> Course:
    course = make_course(tmp_path_factory.mktemp("errors") / "mini")
    save(solved(course), course.root / "submitted" / "ada" / "double" / "double.ipynb")
    return course


@pytest.fixture
def course(pattern: Course, tmp_path: Path) -> Course:
    shutil.copytree(pattern.root, tmp_path / "course")
    return Course(tmp_path / "course")


def configure(course: Course, line: str) -> None:
    path = course.root / CONFIG
    path.write_text(f"{path.read_text(encoding='utf-8')}{line}\n", encoding="utf-8")


def remove(*parts: str) -> Callable[[Course], None]:
    return lambda course: shutil.rmtree(course.root.joinpath(*parts))


def add(line: str) -> Callable[[Course], None]:
    return lambda course: configure(course, line)


def text_for_gradebook(course: Course) -> None:
    (course.root / "gradebook.db").write_text("student,mark\nada,1\n" * 100)


def as_it_is(course: Course) -> None:
    pass


NOBODY = (
    "{root}/submitted/STUDENT/double: nobody has handed in double. "
    "Put each student's notebook into a folder of this form."
)
STRUCTURE = "Use {{nbgrader_step}}, {{student_id}} and {{assignment_id}}."


@pytest.mark.parametrize(
    ("change", "words", "line"),
    [
        (remove("submitted"), (), NOBODY),
        (remove("submitted", "ada"), (), NOBODY),
        (add('c.CourseDirectory.student_id_exclude = "ada"'), (), NOBODY),
        (
            as_it_is,
            ("--student", "[red]bob[/red]", "--student", "ada", "--student", "al"),
            "{root}/submitted/STUDENT/double: there is no submission of [red]bob[/red], al. "
            "See how the folders are called.",
        ),
        (remove("source"), (), "source/double/double.ipynb: it is missing. Run `autograder build` first."),
        (
            text_for_gradebook,
            (),
            "sqlite:///{root}/gradebook.db: the gradebook cannot be used: file is not a database. Marks written before "
            "this are kept; the next run goes on. If nbgrader is newer than the gradebook, run `nbgrader db upgrade`.",
        ),
        (add("1 / 0"), (), "{root}/nbgrader_config.py: it cannot be run: division by zero"),
        (
            add("c.CourseDirectory.root = 5"),
            (),
            "{root}/nbgrader_config.py: nbgrader cannot take a setting: The 'root' trait of a CourseDirectory instance "
            "expected a unicode string, not the int 5.",
        ),
        (add("c.Autograder.seconds = 0"), (), "{root}/nbgrader_config.py: c.Autograder.seconds is 0. Set a positive "
         "number."),
        (
            add('c.CourseDirectory.directory_structure = "{nbgrader_step}/{assignment_id}"'),
            (),
            "c.CourseDirectory.directory_structure is '{{nbgrader_step}}/{{assignment_id}}': it has no {{student_id}}. "
            + STRUCTURE,
        ),
        (
            add('c.CourseDirectory.directory_structure = "{step}/{student_id}/{assignment_id}"'),
            (),
            "c.CourseDirectory.directory_structure is '{{step}}/{{student_id}}/{{assignment_id}}': 'step'. "
            + STRUCTURE,
        ),
        (
            add("c.Autograde.create_student = False"),
            (),
            "c.Autograde.create_student is False: the gradebook knows no ada. Add them (`nbgrader db student add`), "
            "or move their folders away.",
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("rehearsal", [False, True], ids=["run", "dry"])
def test_what_is_wrong_is_one_line_and_writes_nothing(
    course: Course,
    grade: Grade,
    listing: Listing,
    change: Callable[[Course], None],
    words: tuple[str, ...],
    line: str,
    rehearsal: bool,
) -> None:
    change(course)
    before = listing(course.root)
    ended = grade(course, *words, *(["--dry-run"] if rehearsal else []))
    assert ended == (2, "", f"autograder: {line.format(root=course.root)}\n")
    after = listing(course.root)
    assert {name: after[name] for name in after if not name.startswith(".autograder")} == before


@pytest.mark.parametrize(("option", "value"), [("--jobs", "0"), ("--jobs", "many"), ("--isolation", "moat")])
def test_a_value_that_an_option_cannot_have_is_refused(course: Course, grade: Grade, option: str, value: str) -> None:
    ended = grade(course, option, value)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"autograder: Invalid value for '{option}': ")
    assert ended.err.endswith(" See `autograder grade --help`.\n")
    assert not (course.root / "gradebook.db").exists()


def test_an_unknown_assignment_is_refused(course: Course, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--course", str(course.root), "grade", "triple"])
    why = "no assignment is called 'triple'. There are: double."
    assert (ended.value.code, *capfd.readouterr()) == (2, "", f"autograder: {course.root}: {why}\n")


def test_an_isolation_that_is_not_there_is_refused(course: Course, grade: Grade, monkeypatch: Any) -> None:
    monkeypatch.setattr("autograder.sandbox.isolation.find_bubblewrap", lambda: None)
    ended = grade(course, "--isolation", "bubblewrap")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(
        "autograder: submissions cannot be walled in: the program bwrap is not installed. Install bubblewrap "
    )
    assert ended.err.count("\n") == 1
    assert not (course.root / "gradebook.db").exists()


def test_a_folder_whose_name_is_no_text_is_refused(course: Course, grade: Grade) -> None:
    os.makedirs(os.fsencode(course.root / "submitted") + b"/zo\xeb/double")
    ended = grade(course)
    where = f"{course.root}/submitted/zo?/double"
    assert ended == (2, "", f"autograder: {where}: a student's id is not UTF-8. Rename the folder.\n")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_course_that_cannot_be_written_is_refused(course: Course, grade: Grade) -> None:
    course.root.chmod(0o555)
    try:
        ended = grade(course)
    finally:
        course.root.chmod(0o755)
    why = "it cannot be written: Permission denied. Grade where you may write."
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.splitlines()[-1] == f"autograder: {course.root}: {why}"  # above it: which walls there are


def test_a_file_in_the_way_of_what_is_written_is_named(course: Course, grade: Grade) -> None:
    """Also as root, who may write anywhere."""
    (course.root / ".autograder").write_text("in the way")
    ended = grade(course)
    assert ended == (
        2,
        "",
        f"autograder: {course.root}: it cannot be written: File exists. Grade where you may write.\n",
    )
    assert not (course.root / "gradebook.db").exists()


@pytest.mark.slow
def test_students_that_the_gradebook_knows_are_graded_in_another_structure(
    course: Course, grade: Grade, in_gradebook: Callable[..., Any]
) -> None:
    """`create_student = False`, folders by assignment, reports that cannot be written."""
    configure(course, "c.Autograde.create_student = False")
    configure(course, 'c.CourseDirectory.directory_structure = "{nbgrader_step}/{assignment_id}/of-{student_id}"')
    shutil.copytree(course.root / "submitted" / "ada" / "double", course.root / "submitted" / "double" / "of-zoë")
    with Gradebook(f"sqlite:///{course.root}/gradebook.db", "mini") as gradebook:
        gradebook.add_student("zoë")
    (course.root / "reports").write_text("in the way")
    ended = grade(course)
    assert (ended.code, ended.out.strip()) == (2, "")
    assert ended.err == (
        f"autograder: {course.root}/reports/double/zoë.json: it cannot be written: Not a directory. "
        "Mend that and run again: what is graded stays graded.\n"
    )
    (course.root / "reports").unlink()
    assert grade(course).code == 0
    assert in_gradebook(course) == {"zoë": {"double": 2.0, "quadruple": 1.0, "quiz": 1.0}}
    assert (course.root / "autograded" / "double" / "of-zoë" / "double.ipynb").is_file()
