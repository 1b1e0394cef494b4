"""The worksheet's form is that of Moodle's own: see autograder/publishing/exports/moodle.py."""

from __future__ import annotations

import csv
import io
from html.parser import HTMLParser
from pathlib import Path

import pytest
from classes import marks_of_student, report, some_class

from autograder.errors import CourseError
from autograder.grading.gradebook import Enrolled
from autograder.publishing.exports.feedback_comments import feedback_comments
from autograder.publishing.exports.moodle import fill_worksheet
from autograder.publishing.exports.scores import Filling
from autograder.publishing.marks import StudentMarks, TaskMarks

HEADER = (
    'Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed",'
    '"Last modified (submission)","Online text","Last modified (grade)","Feedback comments"\n'
)
SUBMITTED = "Submitted for grading - Not graded"
WHEN = '"Sunday, 1 March 2026, 11:00 AM"'
WORKSHEET = (
    HEADER + f'"Participant 11","Ada Lovelace",ADA@example.org,"{SUBMITTED}",,5.00,Yes,{WHEN},=cmd(),-,\n'
    f'"Participant 12","Bob Noyce",b@other.org,"{SUBMITTED}",1.00,5.00,Yes,{WHEN},,-,"<p>Well done, Bob.</p>"\n'
    '"Participant 13","=cleo, C",cleo@example.org,"No submission - Not graded",,5.00,Yes,-,,-,\n'
    f'"Participant 14",Dora,dora@example.org,"{SUBMITTED}",,5.00,No,{WHEN},,-,\n'
    f'"Participant 15",Eve,eve@example.org,"{SUBMITTED}",,5.00,Yes,{WHEN},,-,\n'
)
ADA = Enrolled("ada", email="ada@example.org")
BOB = Enrolled("bob", "Bob", "Noyce")
CLEO = Enrolled("cleo@example.org")
DORA = Enrolled("dora", email="dora@example.org")


@pytest.fixture
def worksheet(tmp_path: Path) -> Path:
    path = tmp_path / "from.csv"
    path.write_bytes(WORKSHEET.encode())
    return path


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode(), newline=""), strict=True))


def test_grades_and_comments_are_filled_in_and_the_rest_stays(worksheet: Path) -> None:
    marks = some_class(
        marks_of_student(ADA, 2.0, 0.0),
        marks_of_student(BOB, 1.5, 3.0),
        StudentMarks(CLEO, False),
        marks_of_student(DORA),
    )
    made = fill_worksheet(worksheet, marks)
    before, after = rows(worksheet.read_bytes()), rows(made.data)
    ada, bob, cleo, dora, eve = after
    assert (ada["Grade"], bob["Grade"], cleo["Grade"], dora["Grade"], eve["Grade"]) == ("2", "4.5", "", "", "")
    assert ada["Feedback comments"] == (
        '<div class="autograder"><p><b>one</b>: 2 of 2</p><p><b>two</b>: 0 of 3</p>'
        "<ul><li>It does two. `two` gave 3 &lt; 4; look at &lt;b&gt;it&lt;/b&gt;.</li></ul></div>"
    )
    assert bob["Feedback comments"].startswith('<p>Well done, Bob.</p><div class="autograder">')
    assert (ada["Online text"], cleo["Full name"]) == ("'=cmd()", "'=cleo, C")
    ours = {"Grade", "Feedback comments", "Online text", "Full name"}
    assert [{k: v for k, v in row.items() if k not in ours} for row in after] == [
        {k: v for k, v in row.items() if k not in ours} for row in before
    ]
    assert made.data.decode().splitlines()[4:] == WORKSHEET.splitlines()[4:]
    assert made.filled == 2
    assert made.left_out == (
        "=cleo, C (cleo@example.org): not handed in",
        "Dora (dora): Moodle says that the grade cannot be changed",
        "Eve: the gradebook knows nobody by what the row says",
    )


def test_the_file_that_came_out_goes_in_again(worksheet: Path) -> None:
    marks = some_class(marks_of_student(ADA, 2.0, 0.0), marks_of_student(BOB))
    made = fill_worksheet(worksheet, marks)
    worksheet.write_bytes(made.data)
    again = fill_worksheet(worksheet, marks)
    assert (again.data, again.filled) == (made.data, made.filled)


def test_columns_of_newer_and_other_moodles(tmp_path: Path) -> None:
    """Maximum grade with a small g, an ID number, a user's name; no comments."""
    path = tmp_path / "from.csv"
    path.write_text(
        "\ufeffIdentifier,Full name,ID number,Username,Email address,Grade,Maximum grade,Last modified (grade)\r\n"
        "Participant 1,A,17,,,,5,-\r\nParticipant 2,B,,bea,,,5,-\r\nParticipant 3,C,18,,,,5,-\r\n",
        encoding="utf-8",
    )
    people = (Enrolled("17"), Enrolled("b", email="bea@example.org"), Enrolled("c", lms_user_id="18"))
    made = fill_worksheet(path, some_class(*map(marks_of_student, people)))
    assert [row["Grade"] for row in rows(made.data)] == ["5", "5", "5"]
    assert made.data.startswith("\ufeffIdentifier".encode())
    assert made.left_out == ()


def test_an_id_that_was_made_of_a_name(tmp_path: Path) -> None:
    path = tmp_path / "from.csv"
    path.write_text(HEADER + f"Participant 1,Jane O'Doe,,{SUBMITTED},,5,Yes,-,,-,\n", encoding="utf-8")
    people = (Enrolled("Jane_O_Doe"), Enrolled("janeodoe2"), Enrolled("x", "Jane", "Odo"))
    made = fill_worksheet(path, some_class(*map(marks_of_student, people)))
    assert rows(made.data)[0]["Grade"] == "5"
    assert made.filled == 1


def test_two_of_one_name_are_nobody_s(tmp_path: Path) -> None:
    path = tmp_path / "from.csv"
    lines = "".join(f"Participant {n},Bob Noyce,{n}@x.org,{SUBMITTED},,5,Yes,-,,-,\n" for n in (1, 2))
    path.write_text(HEADER + lines, encoding="utf-8")
    made = fill_worksheet(path, some_class(marks_of_student(BOB)))
    assert made.data.decode() == HEADER + lines
    assert made.left_out[-1] == "bob: no row of the file is surely theirs"


def test_more_than_moodle_takes(worksheet: Path) -> None:
    made = fill_worksheet(worksheet, some_class(marks_of_student(ADA, 4.0, 3.0)))
    assert made.filled == 0
    assert made.left_out[0] == "Ada Lovelace (ada): 7 is more than the 5 that Moodle takes"


def test_points_that_differ(worksheet: Path) -> None:
    worksheet.write_text(WORKSHEET.replace("5.00", "100.00"), encoding="utf-8")
    marks = some_class(marks_of_student(ADA, 1.25, 3.0))
    with pytest.raises(CourseError) as caught:
        fill_worksheet(worksheet, marks)
    assert str(caught.value) == (
        f"{worksheet}: the grade has 100 points, and the assignment 5. "
        "Give it 5 there and download the file again, or say --scale."
    )
    assert rows(fill_worksheet(worksheet, marks, filling=Filling(scale=True)).data)[0]["Grade"] == "85"


def test_a_scale_of_words(worksheet: Path) -> None:
    worksheet.write_text(WORKSHEET.replace("5.00", "Excellent"), encoding="utf-8")
    with pytest.raises(CourseError, match="the grade has no points"):
        fill_worksheet(worksheet, some_class(marks_of_student(ADA)))


def test_another_table(tmp_path: Path) -> None:
    path = tmp_path / "from.csv"
    path.write_text("Identifier,Grade\n", encoding="utf-8")
    with pytest.raises(CourseError, match="it is no grading worksheet of Moodle: it has no column 'Last modified"):
        fill_worksheet(path, some_class())


def test_zeros_have_no_comments(worksheet: Path) -> None:
    made = fill_worksheet(worksheet, some_class(StudentMarks(CLEO, False)), filling=Filling(zeros=True))
    cleo = rows(made.data)[2]
    assert (cleo["Grade"], cleo["Feedback comments"]) == ("0", "")


class TestComments:
    def test_a_human_s_marks_and_words(self) -> None:
        tasks = (TaskMarks("one", 2.0, 0.0, 1.5), TaskMarks("two", 3.0, 3.0, extra=0.5))
        told = report({"one": 0.0, "two": 3.0})
        marks = StudentMarks(ADA, True, tasks, 1.0, comments=(("answer-one", "Nearly.\n=1"),), report=told)
        assert feedback_comments(marks) == (
            '<div class="autograder"><p><b>one</b>: 1.5 of 2 (marked by a human)</p><p><b>two</b>: 3.5 of 3</p>'
            "<p>Handed in late: 1 points off.</p><p><b>answer-one</b>: Nearly. =1</p></div>"
        )

    def test_without_a_report_only_the_marks(self) -> None:
        assert feedback_comments(marks_of_student(ADA, 0.0, None, report=None)) == (
            '<div class="autograder"><p><b>one</b>: 0 of 2</p><p><b>two</b>: no points yet</p></div>'
        )

    def test_nothing_behind_an_entity_is_run_and_every_word_is_shown(self) -> None:
        words = "a < b; =cmd() and x <= y & -1 \ud800 </div><script>"
        marks = marks_of_student(ADA, comments=(("c", words),))
        text = feedback_comments(marks)
        assert ";=" not in text
        assert "; =" not in text
        assert "<script>" not in text

        class Words(HTMLParser):
            seen = ""

            def handle_data(self, data: str) -> None:
                self.seen += data

        parser = Words()
        parser.feed(text)
        assert parser.seen.endswith("c: a < b; =cmd() and x <= y & -1 ? </div><script>")
