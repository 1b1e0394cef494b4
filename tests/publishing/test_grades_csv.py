from __future__ import annotations

import csv
import io
from datetime import datetime

from classes import marks_of_student, report, some_class

from autograder.grading.gradebook import Enrolled
from autograder.publishing.exports.grades_csv import grades_csv, status
from autograder.publishing.marks import ClassMarks, StudentMarks, TaskMarks

ADA = Enrolled("ada", "Ada", "Lovelace", "ada@example.org")
HEADER = (
    "assignment,duedate,timestamp,student_id,last_name,first_name,email,one,two,"
    "raw_score,late_submission_penalty,score,max_score,status"
)


def rows(*classes: ClassMarks, zeros: bool = False) -> list[dict[str, str]]:
    text = grades_csv(classes, zeros=zeros).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_one_row_for_each_student() -> None:
    late = marks_of_student(ADA, 1.5, 3.0, penalty=0.5, timestamp=datetime(2026, 3, 1, 13))
    assert grades_csv([some_class(late, StudentMarks(Enrolled("bob"), False))]).decode("utf-8") == (
        f"\ufeff{HEADER}\r\n"
        "hw,2026-03-01 12:00:00,2026-03-01 13:00:00,ada,Lovelace,Ada,ada@example.org,1.5,3,4.5,0.5,4,5,graded\r\n"
        "hw,2026-03-01 12:00:00,,bob,,,,,,,,,5,not handed in\r\n"
    )


def test_names_are_quoted_and_never_run() -> None:
    person = Enrolled("+49", '=cmd("x"), y', "Zoë\n@SUM(A1)", "-ada@example.org")
    (row,) = rows(some_class(marks_of_student(person)))
    assert (row["student_id"], row["first_name"], row["last_name"], row["email"]) == (
        "'+49",
        '\'=cmd("x"), y',
        "Zoë\n'@SUM(A1)",
        "'-ada@example.org",
    )


def test_who_has_no_marks_has_empty_cells() -> None:
    nothing = StudentMarks(Enrolled("bob"), False)
    invalid = marks_of_student(Enrolled("cleo"), None, None, report=report({"one": 0.0}, status="invalid"))
    scores = [
        [row[name] for name in ("one", "two", "raw_score", "late_submission_penalty", "score", "status")]
        for row in rows(some_class(nothing, invalid))
    ]
    assert scores == [["", "", "", "", "", "not handed in"], ["", "", "", "", "", "could not be graded"]]


def test_zeros_are_for_those_who_handed_in_nothing() -> None:
    nothing = StudentMarks(Enrolled("bob"), False)
    invalid = marks_of_student(Enrolled("cleo"), None, None, report=report({"one": 0.0}, status="invalid"))
    found = rows(some_class(nothing, invalid), zeros=True)
    assert [[row[name] for name in ("one", "two", "raw_score", "score", "status")] for row in found] == [
        ["0", "0", "0", "0", "not handed in"],
        ["", "", "", "", "could not be graded"],
    ]


def test_status() -> None:
    assert status(marks_of_student(ADA)) == "graded"
    assert status(marks_of_student(ADA, 1.0, None)) == "waits for a human"
    assert status(marks_of_student(ADA, None, None, report=None)) == "waits for a human"


def test_what_waits_shows_what_is_there() -> None:
    (row,) = rows(some_class(marks_of_student(ADA, 1.0, None)))
    assert (row["one"], row["two"], row["score"], row["status"]) == ("1", "", "1", "waits for a human")


def test_several_assignments_share_a_table() -> None:
    quiz = StudentMarks(ADA, True, (TaskMarks("two", 1.0, 0.5), TaskMarks("score", 1.0, 1.0)))
    other = ClassMarks("other", 2.0, ("two", "score"), (quiz, StudentMarks(Enrolled("bob"), False)))
    first, second, third = rows(some_class(marks_of_student(ADA)), other, zeros=True)
    assert list(first)[7:10] == ["one", "two", "score (task)"]
    assert [first[name] for name in ("assignment", "one", "two", "score (task)", "score")] == ["hw", "2", "3", "", "5"]
    assert [second[name] for name in ("assignment", "one", "two", "score (task)", "score", "max_score", "duedate")] == [
        "other",
        "",
        "0.5",
        "1",
        "1.5",
        "2",
        "",
    ]
    assert [third[name] for name in ("one", "two", "score (task)", "score")] == ["", "0", "0", "0"]
