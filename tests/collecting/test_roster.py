"""Rosters: an instructor's own, and those that LMSs give."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.collecting.roster import Member, bare, fault_of_id, read_roster
from autograder.errors import CourseError

Write = Callable[[str], Path]

CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Homework (42)
    Points Possible,,,,,20.00
"Doe, Jane",12345,s1,jdoe,A,
"O'Neil, Zoë",12346,s2,zoneil,A,
"Student, Test",99,,,A,
"""
MOODLE = """\
Identifier,Full name,ID number,Email address,Status,Grade
Participant 123,Jane Doe,s1,jane@x.org,Submitted for grading,
Participant 124,Zoë O'Neil,s2,zoe@x.org,No submission,
"""
BRIGHTSPACE = """\
OrgDefinedId,Username,Last Name,First Name,Email,End-of-Line Indicator
#s1,#jdoe,Doe,Jane,jane@x.org,#
#s2,#zoneil,O'Neil,Zoë,zoe@x.org,#
"""
OWN = "name;ID\r\nJane Doe;s1\r\n\r\nZoë O'Neil;s2\r\n"


@pytest.mark.parametrize("text", [CANVAS, MOODLE, BRIGHTSPACE, OWN, OWN.replace(";", "\t"), f"\ufeff{OWN}"])
def test_those_of_lmss_are_read(roster: Write, text: str) -> None:
    found = read_roster(roster(text))
    rows = [(one.student, one.first, one.last) for one in found.members]
    assert rows == [("s1", "Jane", "Doe"), ("s2", "Zoë", "O'Neil")]


def test_what_each_knows_besides(roster: Write) -> None:
    (canvas, _), (moodle, _), (brightspace, _) = (
        read_roster(roster(text)).members for text in (CANVAS, MOODLE, BRIGHTSPACE)
    )
    assert (canvas.user, canvas.participant, canvas.email) == ("12345", "", "")
    assert (moodle.user, moodle.participant, moodle.email) == ("", "123", "jane@x.org")
    assert (brightspace.user, brightspace.participant, brightspace.email) == ("", "", "jane@x.org")
    assert brightspace.others == {"s1", "jdoe", "jane@x.org"}


def test_a_line_without_an_id_is_named(roster: Write) -> None:
    assert read_roster(roster(CANVAS)).passed_over == ("Student, Test: no SIS User ID",)


@pytest.mark.parametrize(
    ("header", "row", "student", "user"),
    [
        ("id,username", "s1,jdoe", "s1", ""),
        ("Student ID,SIS User ID", "s1,x", "s1", ""),
        ("Student,ID", '"Doe, Jane",12345', "12345", "12345"),
        ("Student,ID,SIS Login ID", '"Doe, Jane",12345,jdoe', "jdoe", "12345"),
        ("Student,ID,SIS User ID,SIS Login ID", '"Doe, Jane",12345,,jdoe', "jdoe", "12345"),
        ("USERNAME,LMS_user_id", "jdoe,7", "jdoe", "7"),
        ("First name,Surname,Email address", "Jane,Doe,jane@x.org", "jane@x.org", ""),
    ],
)
def test_which_column_is_the_id(roster: Write, header: str, row: str, student: str, user: str) -> None:
    (member,) = read_roster(roster(f"{header}\n{row}\n")).members
    assert (member.student, member.user) == (student, user)


def test_other_encodings(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_bytes(OWN.encode("utf-16"))
    assert [one.student for one in read_roster(path).members] == ["s1", "s2"]
    path.write_bytes(OWN.encode("latin-1"))
    with pytest.raises(CourseError, match=r"roster\.csv: it is not UTF-8\. Save it as CSV UTF-8\."):
        read_roster(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no column of it holds students' ids: its first line has nothing. Call one of them id"),
        ("name,mark\nJane,1\n", "no column of it holds students' ids: its first line has name, mark."),
        ("id,name\n,Jane\n", "no column of it holds students' ids"),
        ("id\ns1\nS1\n", "'s1' is the id of 2 lines (s1, S1). Leave one line for each student."),
        ("id,name\ns1,Jane Doe\ns2,Jane  doe\n", "'Jane Doe' is the name of 2 people (s1, s2). Add a column"),
        ("id,lms id\ns1,7\ns2,7\n", "'7' is the LMS's number of 2 lines (s1, s2)."),
        ("id\n../x\n", "'../x' cannot be used: an id is the name of a folder"),
        ("id\n.hidden\n", "'.hidden' cannot be used: an id is the name of a folder"),
        ("id\n\x1b[2J\n", "cannot be used: an id has no control characters"),
        (f"id,email\ns1,{'x' * 129}\n", "'s1' cannot be used: a field is too long"),
        (f"id\n{'x' * 129}\n", "cannot be used: an id has at most 128 letters"),
        (f"id\n{'x' * 200_000}\n", "it is no CSV: field larger than field limit"),
    ],
)
def test_what_is_no_roster_is_refused_in_one_line(roster: Write, text: str, words: str) -> None:
    with pytest.raises(CourseError, match=re.escape(words)) as raised:
        read_roster(roster(text))
    assert "\n" not in str(raised.value)


def test_a_roster_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"none\.csv: it cannot be read: No such file or directory"):
        read_roster(tmp_path / "none.csv")


def test_two_of_one_name_are_told_apart_by_the_lmss_number(roster: Write) -> None:
    found = read_roster(roster("id,name,lms user id\ns1,Jane Doe,7\ns2,Jane Doe,8\n"))
    assert [one.student for one in found.find("doejane", user="8")] == ["s2"]
    assert [one.student for one in found.find("doejane", user="9")] == ["s1", "s2"]


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("lópezgarcíaana", "s1"),  # as Canvas has it
        ("Ana Lopez Garcia", None),  # a name without its accents is another's
        ("ANA LÓPEZ-GARCÍA", "s1"),
        ("Ana Lo\u0301pez Garci\u0301a", "s1"),
        ("Sean OBrien", "s2"),  # Moodle drops apostrophes
        ("obriensean", "s2"),
        ("Straße Jo", "s3"),
        ("Brien", None),
    ],
)
def test_names_are_found_as_lmss_write_them(roster: Write, name: str, student: str | None) -> None:
    found = read_roster(roster("id,first name,last name\ns1,Ana,López García\ns2,Sean,O'Brien\ns3,Jo,Straße\n"))
    assert [one.student for one in found.find(name)] == ([student] if student else [])


def test_ids_logins_and_addresses_are_names_where_folders_are_ids(roster: Write) -> None:
    found = read_roster(roster(BRIGHTSPACE))
    for name in ("s1", "JDOE", "jane@x.org", "Jane Doe"):
        assert [one.student for one in found.find(name, as_id=True)] == ["s1"]
    assert found.find("jdoe") == ()


def test_spellings_of_a_name_without_a_comma() -> None:
    assert Member("x", "Ana López García").spellings() == {"analópezgarcía", "lópezgarcíaana", "garcíaanalópez"}
    assert bare("O'Neil-Smith, Zoë 3") == "oneilsmithzoë3"


@pytest.mark.parametrize("student", ["ada", "Zoë O'Neil", "a.b+c@x.org", "-", "[red]", "{x}"])
def test_ids_that_may_be(student: str) -> None:
    assert fault_of_id(student) == ""


@pytest.mark.parametrize("student", ["", ".", "..", ".x", "a/b", "a\\b", " a", "a\n", "a\u202eb", "ä" * 65])
def test_ids_that_may_not_be(student: str) -> None:
    assert fault_of_id(student) != ""
