"""The file's form is that of Canvas's own exporter: see autograder/publishing/exports/canvas.py."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from classes import marks_of_student, some_class

from autograder.errors import CourseError
from autograder.grading.gradebook import Enrolled
from autograder.publishing.exports.canvas import fill_gradebook
from autograder.publishing.exports.scores import Filling
from autograder.publishing.marks import StudentMarks

ADA = Enrolled("s1001", "Ada", "Lovelace", "ada@example.org", "501")
BOB = Enrolled("bob", "Bob", "Noyce", "bob@example.org")
CLEO = Enrolled("cleo", lms_user_id="503")
DORA = Enrolled("x9", email="dora@example.org")

GRADEBOOK = '''\
Student,ID,SIS User ID,SIS Login ID,Section,Notes,Warm up (11),Embeddings: hw (12),Final Points,Final Score
,,,,,,,Manual Posting,,
"    Points Possible",,,,,,10.00,5.00,(read only),(read only)
"Lovelace, Ada",501,s1001,alovelace,"Maths, 1 and 2","=note, kept",7.50,,7.50,50.00
"Noyce, Bob",502,s1002,BOB,1,,,1.00,0.00,0.00
"=""=cmd(), Cleo""",503,,c@other.org,1,,,,,
"Dora, D",504,,dora@example.org,1,,,,,
"Excused, E",505,,exc,1,,,EX,,
"Elsewhere, E",506,,else,1,,,N/A,,
"Nobody, N",507,s1007,nobody,1,,,2.00,,
"Student, Test",999,,test,1,,,,,
'''


@pytest.fixture
def gradebook(tmp_path: Path) -> Path:
    path = tmp_path / "from.csv"
    path.write_bytes(GRADEBOOK.replace("\n", "\r\n").encode("utf-8-sig"))
    return path


def test_only_the_rows_of_graded_students_change(gradebook: Path) -> None:
    marks = some_class(
        marks_of_student(ADA, 1.25, 3.0),
        marks_of_student(BOB),
        marks_of_student(CLEO, 0.0, 0.0),
        marks_of_student(DORA, 1.0, 1.0),
        marks_of_student(Enrolled("exc")),
        marks_of_student(Enrolled("else")),
        marks_of_student(Enrolled("gone")),
    )
    made = fill_gradebook(gradebook, marks, titles=("Embeddings: HW",))
    changes = {
        b'kept",7.50,,7.50': b'kept",7.50,4.25,7.50',
        b"BOB,1,,,1.00,": b"BOB,1,,,5,",
        b'"=""=cmd(), Cleo""",503,,c@other.org,1,,,,': b'"' + b"'" + b'=""=cmd(), Cleo""",503,,c@other.org,1,,,0,',
        b"dora@example.org,1,,,,": b"dora@example.org,1,,,2,",
    }
    expected = gradebook.read_bytes()
    for old, new in changes.items():
        assert expected.count(old) == 1
        expected = expected.replace(old, new)
    assert made.data == expected
    assert made.filled == 4
    assert made.left_out == (
        "Excused, E (exc): excused in Canvas",
        "Elsewhere, E (else): not assigned in Canvas",
        "Nobody, N: the gradebook knows nobody by what the row says",
        "gone: no row of the file is surely theirs",
    )


def test_the_file_that_came_out_goes_in_again(gradebook: Path) -> None:
    marks = some_class(marks_of_student(ADA, 1.25, 3.0))
    made = fill_gradebook(gradebook, marks, column="12")
    gradebook.write_bytes(made.data)
    again = fill_gradebook(gradebook, marks, column="12")
    assert (again.data, again.filled) == (made.data, made.filled)


def test_a_german_file_keeps_its_semicolons_and_commas(tmp_path: Path) -> None:
    path = tmp_path / "from.csv"
    text = "Student;ID;SIS Login ID;Section;hw (12)\n    Points Possible;;;;5,00\nNoyce, Bob;502;bob;1;\n"
    path.write_text(text, encoding="utf-8")
    made = fill_gradebook(path, some_class(marks_of_student(BOB, 1.25, 3.0)))
    assert made.data.decode() == text.replace("bob;1;", "bob;1;4,25")


def test_last_and_first_names_in_columns_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "from.csv"
    text = "LastName,FirstName,ID,SIS Login ID,Section,hw (12)\n    Points Possible,,,,,5\nNoyce,Bob,502,bob,1,\n"
    path.write_text(text + "Zoe,Z,503,zoe,1,\nStudent,Test,504,,1,\n", encoding="utf-8")
    made = fill_gradebook(path, some_class(marks_of_student(BOB)))
    assert b"Noyce,Bob,502,bob,1,5\n" in made.data
    assert made.left_out == ("Z Zoe: the gradebook knows nobody by what the row says",)


def test_who_handed_in_nothing_or_waits(gradebook: Path) -> None:
    marks = some_class(StudentMarks(ADA, False), marks_of_student(BOB, 1.0, None))
    made = fill_gradebook(gradebook, marks, column="Embeddings: hw")
    assert made.filled == 0
    assert made.left_out[:2] == ("Lovelace, Ada (s1001): not handed in", "Noyce, Bob (bob): waits for a human")
    made = fill_gradebook(gradebook, marks, column="Embeddings: hw", filling=Filling(zeros=True))
    assert b'kept",7.50,0,7.50' in made.data
    assert made.filled == 1


def test_points_that_differ(gradebook: Path) -> None:
    marks = some_class(marks_of_student(ADA, 1.25, 3.0))
    with pytest.raises(CourseError) as caught:
        fill_gradebook(gradebook, marks, column="Warm up (11)")
    assert str(caught.value) == (
        f"{gradebook}: the column 'Warm up (11)' has 10 points, and the assignment 5. "
        "Give it 5 there and download the file again, or say --scale."
    )
    made = fill_gradebook(gradebook, marks, column="Warm up (11)", filling=Filling(scale=True))
    assert b'kept",8.5,,7.50' in made.data


@pytest.mark.parametrize(
    ("old", "new", "column", "why"),
    [
        ("Student,", "Name,", "", "it is no gradebook of Canvas: it has no columns Student and ID. Download it there"),
        (
            "",
            "",
            "",
            "no column is called 'hw' or 'T'. Name one with --column. There are: Warm up (11), Embeddings: hw (12).",
        ),
        ("Warm up (11)", "hw (11)", "", ""),
        ("Warm up (11)", "hw (12)", "12", "several columns are called '12'. Name one with --column."),
        ("", "", "Final Score", "the column 'Final Score' is read-only. Name the assignment's with --column."),
        ("5.00,(read", ",(read", "12", "the column 'Embeddings: hw (12)' has no points. Give it 5 there, and download"),
        ("    Points Possible", "x", "12", "it has no row of Points Possible. Download it again"),
    ],
)
def test_a_file_that_does_not_fit(gradebook: Path, old: str, new: str, column: str, why: str) -> None:
    text = gradebook.read_text(encoding="utf-8")
    gradebook.write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
    if not why:
        with pytest.raises(CourseError, match="the column 'hw \\(11\\)' has 10 points"):
            fill_gradebook(gradebook, some_class(), titles=("T",), column=column)
        return
    with pytest.raises(CourseError) as caught:
        fill_gradebook(gradebook, some_class(), titles=("T",), column=column)
    assert str(caught.value).startswith(f"{gradebook}: {why}")


@pytest.mark.parametrize(
    ("people", "rows", "filled", "left"),
    [
        # Two of one id, two rows of one id, ids that contradict each other, one student in two rows.
        ([Enrolled("A"), Enrolled("a")], ["x,1,a,l,1,"], 0, 3),
        ([Enrolled("a")], ["x,1,a,l,1,", "y,2,a,m,1,"], 0, 3),
        ([Enrolled("a"), Enrolled("b")], ["x,1,a,b,1,"], 0, 3),
        ([Enrolled("a", email="e@x.org")], ["x,1,a,l,1,", "y,2,,e@x.org,1,"], 0, 3),
        ([Enrolled("a", email="e@x.org")], ["x,1,,e,1,"], 1, 0),
        ([Enrolled("a", email="e@x.org"), Enrolled("b", email="e@y.org")], ["x,1,,e,1,"], 0, 3),
        # Canvas's own number is no student's id: another's may be the same.
        ([Enrolled("1")], ["x,1,,,1,"], 0, 2),
    ],
)
def test_nobody_is_guessed(tmp_path: Path, people: list[Enrolled], rows: list[str], filled: int, left: int) -> None:
    path = tmp_path / "from.csv"
    head = "Student,ID,SIS User ID,SIS Login ID,Section,hw (1)\nPoints Possible,,,,,5\n"
    path.write_text(head + "\n".join(rows) + "\n", encoding="utf-8")
    made = fill_gradebook(path, some_class(*map(marks_of_student, people)))
    assert made.filled == filled
    assert bool(made.left_out) == bool(left)
    scores = [row["hw (1)"] for row in csv.DictReader(io.StringIO(made.data.decode()))][1:]
    assert scores == (["5"] if filled else [""] * len(rows))
