"""`autograder collect`: from a download to submitted/."""

from __future__ import annotations

import io
import os
import shutil
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import nbformat
import pytest
from handing_in import enrolled, files, make_folder, make_zip, marks, notebook, points, zipped
from helpers import run, solved
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nbgrader.api import Gradebook

from autograder.collecting import downloads, handed_in
from autograder.collecting.collect import Collecting
from autograder.course import Course
from autograder.errors import AutograderError
from autograder.grading.alone import alone

CANVAS_TIME = "Canvas says who was late and not when: there is no timestamp.txt, and no penalty for it\n"
MOODLE_TIME = "Moodle's names do not say when something came: there is no timestamp.txt, and no penalty for it\n"
Write = Callable[[str], Path]


# Where a download comes from


def test_canvas(course: Course, collect: Callable, tmp_path: Path) -> None:
    download = {
        "doejane_12345_678_hw-1.ipynb": "last",
        "doejane_12345_677_hw.ipynb": "first",
        "oneilzoë_LATE_77_900_double.ipynb": "zoë",
        "oneilzoë_LATE_77_901_data.csv": b"1\n",
        "bob_5_6_essay.pdf": b"%PDF",
        "ann_8_text.html": b"<p>",
    }
    ended = collect(make_zip(tmp_path / "x.zip", download))
    assert ended == (
        0,
        "2 submissions collected for double from Canvas\n"
        f"late: oneilzoë\n{CANVAS_TIME}"
        "Of note: 2\n"
        "  doejane: hw-1.ipynb is newer than hw.ipynb, which was passed over\n"
        "  doejane: hw-1.ipynb became double.ipynb\n"
        "Left out: 2\n"
        "  bob (5): no notebook, only essay.pdf\n"
        "  ann (8): no notebook, only ann_8_text.html\n",
        "",
    )
    assert marks(course) == {"doejane": "last", "oneilzoë": "zoë"}
    assert files(course, "oneilzoë") == {"double.ipynb": notebook("zoë"), "data.csv": b"1\n"}
    assert enrolled(course) == {"doejane": (None, None, None, "12345"), "oneilzoë": (None, None, None, "77")}


def test_moodle(course: Course, collect: Callable, tmp_path: Path) -> None:
    download = {
        "Jane Doe_123_assignsubmission_file_/double.ipynb": "jane",
        "Jane Doe_123_assignsubmission_file_/data/x.csv": b"1",
        "Jane Doe_123_assignsubmission_onlinetext_/onlinetext.html": b"<p>",
        "Zoë O'Neil_124_assignsubmission_file_/My work.ipynb": "zoë",
        "Bob_125_assignsubmission_onlinetext_/onlinetext.html": b"<p>",
    }
    ended = collect(make_zip(tmp_path / "x.zip", download))
    assert ended.out == (
        f"2 submissions collected for double from Moodle\n{MOODLE_TIME}"
        "Of note: 1\n  Zoë_ONeil: My work.ipynb became double.ipynb\n"
        "Left out: 1\n  Bob (125): no notebook, only onlinetext.html\n"
    )
    assert marks(course) == {"Jane_Doe": "jane", "Zoë_ONeil": "zoë"}
    assert files(course, "Jane_Doe") == {"double.ipynb": notebook("jane"), "data/x.csv": b"1"}
    assert enrolled(course) == {}


def test_brightspace(course: Course, collect: Callable, tmp_path: Path) -> None:
    download = {
        "Homework 1/index.html": b"<html>",
        "Homework 1/12-9 - Jane Doe - Sep 3, 2026 959 AM/hw.ipynb": "first",
        "Homework 1/12-9 - Jane Doe - Sep 3, 2026 1005 AM/double.ipynb": "last",
        "Homework 1/13-9 - Zoë O'Neil - Sep 3, 2026 1005 PM - double.ipynb": "zoë",
    }
    ended = collect(make_zip(tmp_path / "x.zip", download))
    assert ended.out == (
        "2 submissions collected for double from Brightspace\n"
        "Brightspace names no time zone: its times were taken for this machine's\n"
        "Of note: 1\n  Jane_Doe: 1 earlier try passed over\n"
    )
    assert marks(course) == {"Jane_Doe": "last", "Zoë_ONeil": "zoë"}
    came = datetime(2026, 9, 3, 10, 5).astimezone(UTC)
    assert files(course, "Jane_Doe")["timestamp.txt"].decode() == f"{came:%Y-%m-%d %H:%M}:00.000000 UTC"


def test_nbgraders_exchange(course: Course, collect: Callable, tmp_path: Path) -> None:
    inbound = tmp_path / "mini" / "exchange"
    (inbound / "outbound").mkdir(parents=True)
    ada = "inbound/ada+double+2026-09-03"
    make_folder(
        inbound,
        {
            f"{ada} 10:05:12.000001 UTC+ab/double.ipynb": "first",
            f"{ada} 10:05:12.000002 UTC+cd/double.ipynb": "last",
            f"{ada} 10:05:12.000002 UTC+cd/timestamp.txt": b"2020-01-01 00:00:00 UTC",
            "inbound/bob+other+2026-09-03 10:05:12 UTC+ab/other.ipynb": "other",
        },
    )
    ended = collect(inbound)
    assert ended.out == (
        "1 submission collected for double from nbgrader's exchange\nOf note: 1\n  ada: 1 earlier try passed over\n"
    )
    assert files(course, "ada") == {
        "double.ipynb": notebook("last"),
        "timestamp.txt": b"2026-09-03 10:05:12.000002 UTC",
    }


@pytest.mark.parametrize("around", ["", "exchange", "exchange/course", "exchange/course/inbound"])
def test_a_folder_in_the_exchange_that_another_user_made_is_refused(
    course: Course, collect: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, around: str
) -> None:
    """Whoever may hand in may make a folder there, and call it whatever they like."""
    named = tmp_path / "there" / around
    inbound = tmp_path / "there" / "exchange" / "course" / "inbound"
    owners = {"ada": 2001, "bob": 2002, "cleo": 2003, "copied": os.getuid(), "dan": 2004}
    users = {2001: "ada", 2002: "bob", 2003: ""}
    batches = {f"{name}+double+2026-09-03 10:05:12 UTC+ab": owner for name, owner in owners.items()}
    batches["ada+double+2026-09-03 11:05:12 UTC+cd"] = 2002
    batches["dan+double+2026-09-03 11:05:12 UTC+cd"] = 2003
    batches["copied+double+2026-09-03 11:05:12 UTC+cd"] = 0
    make_folder(inbound, {f"{name}/double.ipynb": name.split("+")[0] for name in batches})
    (inbound.parent / "outbound").mkdir()
    monkeypatch.setattr(downloads, "_owner", lambda path: batches[path.name])
    monkeypatch.setattr(downloads, "_user", lambda number: users.get(number, ""))
    ended = collect(named)
    below = "" if around.startswith("exchange/course") else f"{inbound.relative_to(named)}/"
    assert ended.out == (
        "4 submissions collected for double from nbgrader's exchange\n"
        "Of note: 1\n  copied: 1 earlier try passed over\n"
        "Left out: 3\n"
        f"  {below}ada+double+2026-09-03 11:05:12 UTC+cd: it belongs to bob, not to ada\n"
        f"  {below}dan+double+2026-09-03 10:05:12 UTC+ab: not all of dan's folders belong to the same user\n"
        f"  {below}dan+double+2026-09-03 11:05:12 UTC+cd: not all of dan's folders belong to the same user\n"
    )
    assert marks(course) == {name: name for name in ("ada", "bob", "cleo", "copied")}


@pytest.mark.parametrize("as_zip", [True, False])
def test_a_folder_of_notebooks(course: Course, collect: Callable, tmp_path: Path, as_zip: bool) -> None:
    download: dict[str, bytes | str] = {
        "ada.ipynb": "ada",
        "Zoë O'Neil/double/double.ipynb": "zoë",
        "Zoë O'Neil/double/timestamp.txt": b"2026-09-03 10:05:12 CEST",
        "bob/work.ipynb": "bob",
        "bob/data/x.csv": b"1",
        "notes.txt": b"",
    }
    at = make_zip(tmp_path / "x.zip", download) if as_zip else make_folder(tmp_path / "x", download)
    ended = collect(at)
    assert ended.out == (
        "3 submissions collected for double from a folder of notebooks\n"
        "Of note: 1\n  bob: work.ipynb became double.ipynb\n"
        "Left out: 1\n  notes.txt: its name does not say whose it is\n"
    )
    assert marks(course) == {"ada": "ada", "Zoë O'Neil": "zoë", "bob": "bob"}
    assert files(course, "Zoë O'Neil")["timestamp.txt"] == b"2026-09-03 10:05:12 CEST"


def test_what_nbgraders_own_submitted_folder_holds_is_as_it_was(
    course: Course, collect: Callable, tmp_path: Path
) -> None:
    make_folder(course.root / "submitted", {"ada/double/double.ipynb": "ada", "ada/double/x.csv": b"1"})
    ended = collect(course.root / "submitted")
    assert ended.out == "0 submissions collected for double from a folder of notebooks\n1 submission is as it was\n"


# Again


def test_what_is_as_it_was_is_not_touched(course: Course, collect: Callable, tmp_path: Path) -> None:
    download = make_zip(tmp_path / "x.zip", {"a_1_2_double.ipynb": "a", "b_3_4_double.ipynb": "b"})
    assert collect(download).code == 0
    inodes = {path.name: path.stat().st_ino for path in (course.root / "submitted").glob("*/double")}
    make_zip(download, {"a_1_2_double.ipynb": "a", "b_3_5_double-1.ipynb": "new"})
    ended = collect(download)
    assert ended.out == (
        f"1 submission collected for double from Canvas\n1 submission is as it was\n{CANVAS_TIME}"
        "Of note: 1\n  b: double-1.ipynb became double.ipynb\n"
    )
    assert marks(course) == {"a": "a", "b": "new"}
    assert {path.name: path.stat().st_ino for path in (course.root / "submitted").glob("a/double")}.items() <= (
        inodes.items()
    )


def test_a_time_written_down_stays_where_the_download_tells_none(
    course: Course, collect: Callable, tmp_path: Path
) -> None:
    download = make_zip(tmp_path / "x.zip", {"a_1_2_double.ipynb": "a"})
    collect(download)
    place = course.root / "submitted" / "a" / "double" / "timestamp.txt"
    place.write_text("2026-09-03 10:05:12 UTC", encoding="utf-8")
    assert "1 submission is as it was" in collect(download).out
    assert place.exists()


def test_files_of_a_former_try_do_not_stay(course: Course, collect: Callable, tmp_path: Path) -> None:
    collect(make_zip(tmp_path / "x.zip", {"a_1_2_double.ipynb": "a", "a_1_3_x.csv": b"1"}))
    collect(make_zip(tmp_path / "x.zip", {"a_1_4_double.ipynb": "b"}))
    assert files(course, "a") == {"double.ipynb": notebook("b")}


def test_an_older_download_does_not_replace_a_newer_try(course: Course, collect: Callable, tmp_path: Path) -> None:
    name = "1-9 - Jane Doe - Sep {}, 2026 1005 AM/double.ipynb"
    collect(make_zip(tmp_path / "new.zip", {name.format(4): "new"}))
    ended = collect(make_zip(tmp_path / "old.zip", {name.format(3): "old"}))
    day = datetime(2026, 9, 3, 10, 5).astimezone(UTC)
    assert ended.out.splitlines()[:2] == [
        "0 submissions collected for double from Brightspace",
        f"Jane_Doe: a newer try lies in submitted/ than the one of {day:%Y-%m-%d %H:%M} UTC, and stays",
    ]
    assert marks(course) == {"Jane_Doe": "new"}


def test_a_rehearsal_writes_nothing(course: Course, collect: Callable, tmp_path: Path) -> None:
    before = sorted(course.root.rglob("*"))
    ended = collect(
        make_zip(tmp_path / "x.zip", {"doejane_LATE_1_2_hw.ipynb": "a", "doejane_LATE_1_3_x.csv": b""}), "--dry-run"
    )
    assert ended.code == 0
    rows = [line.split() for line in ended.out.splitlines()]
    assert ["doejane", "doejane", "late", "double.ipynb,", "x.csv"] in rows
    assert "1 submission would be collected for double from Canvas" in ended.out
    assert ended.out.splitlines()[-1] == "Nothing was written."
    assert sorted(course.root.rglob("*")) == before
    assert enrolled(course) == {}


# Whose it is


def test_a_roster_gives_ids_and_what_is_known_of_people(
    course: Course, collect: Callable, tmp_path: Path, roster: Write
) -> None:
    who = roster(
        "\ufeffStudent;ID;SIS User ID;Email\n"
        '"Doe, Jane";12345;s1;jane@x.org\n'
        '"O\'Neil, Zoë";;s2;\n'
        '"Nemo, Non";9;s3;\n'
        "Test;99;;\n"
    )
    download = {
        "doej_12345_1_double.ipynb": "jane",  # found by the number, whatever the name
        "oneilzoë_77_2_double.ipynb": "zoë",
        "eve_66_3_double.ipynb": "eve",
    }
    ended = collect(make_zip(tmp_path / "x.zip", download), "--roster", who)
    assert ended == (
        0,
        f"2 submissions collected for double from Canvas\n{CANVAS_TIME}"
        "Left out: 1\n  eve (66): not in the roster\n"
        "In the roster, without a submission: 1\n  s3\n"
        "In the roster, without an id: 1\n  Test: no SIS User ID\n",
        "",
    )
    assert marks(course) == {"s1": "jane", "s2": "zoë"}
    assert enrolled(course) == {"s1": ("Jane", "Doe", "jane@x.org", "12345"), "s2": ("Zoë", "O'Neil", None, "77")}


def test_what_the_gradebook_knows_is_brought_up_to_date_and_nobody_is_removed(
    course: Course, collect: Callable, tmp_path: Path, roster: Write
) -> None:
    with Gradebook(f"sqlite:///{course.root}/gradebook.db", "mini") as gradebook:
        gradebook.add_student("s1", first_name="J", email="old@x.org")
        gradebook.add_student("s9", first_name="Kept")
    download = make_zip(tmp_path / "x.zip", {"Jane Doe_5_assignsubmission_file_/double.ipynb": "jane"})
    collect(download, "--roster", roster("Identifier,Full name,ID number\nParticipant 5,Jane Doe,s1\n"))
    assert enrolled(course) == {"s1": ("Jane", "Doe", "old@x.org", None), "s9": ("Kept", None, None, None)}


@pytest.mark.parametrize(
    ("names", "lines", "rows"),
    [
        (  # two of one name
            ["doejane_1_2_double.ipynb", "doejane_3_4_double.ipynb"],
            [
                "doejane (1): 2 people would be doejane: name a roster with --roster",
                "doejane (3): 2 people would be doejane: name a roster with --roster",
            ],
            "",
        ),
        (
            ["Jane Doe_1_assignsubmission_file_/a.ipynb", "jane doe_2_assignsubmission_file_/a.ipynb"],
            [
                "Jane Doe (1): 2 people would be Jane_Doe: name a roster with --roster",
                "jane doe (2): 2 people would be jane_doe: name a roster with --roster",
            ],
            "",
        ),
        (  # one number, two names: somebody made a name that looks like a number
            ["eve_5_12345_99_double.ipynb", "doejane_5_7_double.ipynb"],
            ["eve (5): one number, and several names: doejane, eve"],
            "",
        ),
        (
            ["1-2 - A - Sep 3, 2026 1005 AM/x.ipynb", "1-3 - A - Sep 3, 2026 1005 AM/x.ipynb"],
            ["A (1): there are 2 tries, and their names do not tell which is the last"],
            "",
        ),
        (
            ["doejane_1_2_double.ipynb", "janedoe_3_4_double.ipynb"],
            [
                "doejane (1): 2 people would be s1: see who is who in the roster",
                "janedoe (3): 2 people would be s1: see who is who in the roster",
            ],
            "id,name\ns1,Jane Doe\n",
        ),
        (
            ["doejane_1_2_double.ipynb"],
            ["doejane (1): the roster has 2 who may be meant: s1, s2. Add the LMS's numbers to it"],
            "id,name,lms id\ns1,Jane Doe,7\ns2,Jane Doe,8\n",
        ),
        (
            ["doejane_1_2_double.ipynb"],
            ["doejane (1): the roster has s1 by that name, with another number in the LMS"],
            "id,name,lms id\ns1,Jane Doe,7\n",
        ),
        (
            ["Jane Doe_1_assignsubmission_file_/a.ipynb"],
            ["Jane Doe (1): the roster has s1 by that name, with another number in the LMS"],
            "ID number,Full name,Identifier\ns1,Jane Doe,Participant 7\n",
        ),
        ([".x.ipynb"], [".x: an id is the name of a folder: no dot in front, no slash"], ""),
        (
            ["'-'_1_assignsubmission_file_/a.ipynb"],
            ["'-' (1): an id is the name of a folder: no dot in front, no slash"],
            "",
        ),
    ],
)
def test_two_people_are_never_one_student(
    course: Course, collect: Callable, tmp_path: Path, roster: Write, names: list[str], lines: list[str], rows: str
) -> None:
    words: tuple[object, ...] = ()
    if rows:
        words = ("--roster", roster(rows))
    ended = collect(make_zip(tmp_path / "x.zip", dict.fromkeys(names, "x")), *words)
    assert ended.code == 0
    shown = ended.out.split("Left out:")[1].splitlines()[1:]
    assert [line.strip() for line in shown if line.startswith("  ")][: len(lines)] == lines
    assert marks(course) == {}


def test_somebody_else_of_another_section_is_not_overwritten(course: Course, collect: Callable, tmp_path: Path) -> None:
    collect(make_zip(tmp_path / "a.zip", {"doejane_1_2_double.ipynb": "one"}))
    ended = collect(make_zip(tmp_path / "b.zip", {"doejane_3_4_double.ipynb": "other", "bob_5_6_double.ipynb": "bob"}))
    assert (
        "  doejane (3): doejane is somebody else in the gradebook, whose number in the LMS is 1: "
        "name a roster with --roster\n"
    ) in ended.out
    assert marks(course) == {"doejane": "one", "bob": "bob"}
    assert enrolled(course)["doejane"] == (None, None, None, "1")


# What is in a submission


@pytest.mark.parametrize(
    ("names", "kept", "lines"),
    [
        (["a.ipynb", "x.pdf"], ["double.ipynb"], ["ada: x.pdf: .pdf is no part of a notebook"]),
        (["a.ipynb", "x.ZIP"], ["double.ipynb"], ["ada: x.ZIP: archives in a submission are not opened"]),
        (["a.ipynb", ".git/x"], ["double.ipynb"], []),
        (["work/a.ipynb", "work/d/x.csv"], ["double.ipynb", "d/x.csv"], []),
        (["a.ipynb", "b.ipynb"], ["a.ipynb", "b.ipynb"], []),
        (["double.ipynb", "b.ipynb"], ["double.ipynb", "b.ipynb"], []),
        (["a.ipynb", "double.ipynb/x.csv"], ["double.ipynb"], ["ada: double.ipynb/x.csv: another file has its place"]),
        (["a.ipynb", "x", "x/y"], ["double.ipynb", "x"], ["ada: x/y: another file has its place"]),
        (["essay.docx", "x.txt"], [], ["ada: no notebook, only essay.docx, x.txt"]),
        (["1.txt", "2.txt", "3.txt", "4.txt"], [], ["ada: no notebook, only 1.txt, 2.txt, 3.txt and 1 more"]),
        ([".git/x.ipynb"], [], ["ada: no notebook"]),
    ],
)
def test_what_is_taken_of_a_submission(
    course: Course, collect: Callable, tmp_path: Path, names: list[str], kept: list[str], lines: list[str]
) -> None:
    ended = collect(_ada(tmp_path, names))
    assert ended.code == 0
    left_out = ended.out.partition("Left out:")[2].splitlines()[1:]
    assert [line.strip() for line in left_out] == lines
    assert sorted(files(course, "ada")) == sorted(kept)


def _ada(tmp_path: Path, names: list[str]) -> Path:
    return make_zip(tmp_path / "x.zip", {**{f"ada/{name}": "x" for name in names}, "bob/double.ipynb": "bob"})


def test_several_notebooks_are_told_of(course: Course, collect: Callable, tmp_path: Path) -> None:
    assert (
        "  ada: 2 notebooks, and none is called double.ipynb\n" in collect(_ada(tmp_path, ["a.ipynb", "b.ipynb"])).out
    )


def test_of_canvass_counted_names_the_assignments_own_is_known(
    course: Course, collect: Callable, tmp_path: Path
) -> None:
    names = {"a_1_2_double-3.ipynb": "own", "a_1_3_scratch.ipynb": "scratch"}
    collect(make_zip(tmp_path / "x.zip", names))
    assert files(course, "a") == {"double.ipynb": notebook("own"), "scratch.ipynb": notebook("scratch")}


def test_a_student_does_not_say_when_something_came(course: Course, collect: Callable, tmp_path: Path) -> None:
    names = {"a_1_2_double.ipynb": "a", "a_1_3_timestamp.txt": b"2020-01-01 00:00:00 UTC"}
    ended = collect(make_zip(tmp_path / "x.zip", names))
    assert "  a (1): timestamp.txt: when something came is not for a student to say\n" in ended.out
    assert list(files(course, "a")) == ["double.ipynb"]


def test_a_name_that_leads_out_behind_the_lmss_is_refused(course: Course, collect: Callable, tmp_path: Path) -> None:
    ended = collect(make_zip(tmp_path / "x.zip", {"a_1_2_..": b"", "a_1_3_double.ipynb": "a"}))
    assert "  a (1): a_1_2_..: its name leads out of the folder\n" in ended.out
    assert list(files(course, "a")) == ["double.ipynb"]


def test_bounds_on_one_submission(
    course: Course, collect: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handed_in, "SIZE_LIMIT", 1 << 20)
    monkeypatch.setattr(handed_in, "FILES_LIMIT", 4)
    big = os.urandom(1 << 19)
    names = {"ada/double.ipynb": "a", "ada/1": big, "ada/2": big, "ada/3": b"", "ada/4": b"", "bob/double.ipynb": "b"}
    ended = collect(make_zip(tmp_path / "x.zip", names))
    assert ended.out.split("Left out: 2\n")[1] == (
        "  ada: 2: with it, the submission would be larger than 1 MB\n  ada: 4: a submission may have 4 files\n"
    )
    assert sorted(files(course, "ada")) == ["1", "3", "double.ipynb"]
    assert marks(course) == {"ada": "a", "bob": "b"}


def test_links_in_a_folder_are_not_followed(course: Course, collect: Callable, tmp_path: Path) -> None:
    place = make_folder(tmp_path / "x", {"ada/double.ipynb": "a"})
    (place / "ada" / "link.csv").symlink_to("/etc/passwd")
    (place / "bob").symlink_to(place / "ada")
    os.mkfifo(place / "ada" / "pipe")
    ended = collect(place)
    assert ended.out.split("Left out: 3\n")[1] == (
        "  bob: it is a link\n  ada/link.csv: it is a link\n  ada/pipe: it is a pipe\n"
    )
    assert marks(course) == {"ada": "a"}


def test_a_strangers_name_does_nothing_to_the_terminal(course: Course, collect: Callable, tmp_path: Path) -> None:
    ended = collect(make_zip(tmp_path / "x.zip", {"a_1_2_[red]\u202e.pdf": b"", "b_3_4_double.ipynb": "b"}))
    assert "  a (1): no notebook, only [red]\N{REPLACEMENT CHARACTER}.pdf\n" in ended.out


# Errors


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"no zip", "it is no zip that can be read: File is not a zip file. Name the zip as it came from the LMS"),
        (zipped({}), "there is no submission in it. docs/lms.md says which downloads are read."),
        (zipped({"a.txt": b""}), "there is no submission in it; a.txt: its name does not say whose it is."),
        (zipped({"\x1b/..": b""}), "there is no submission in it; \N{REPLACEMENT CHARACTER}/..: its name"),
    ],
)
def test_what_is_no_download_is_an_error(collect: Callable, tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "x.zip").write_bytes(data)
    ended = collect(tmp_path / "x.zip")
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert words in ended.err


def test_an_assignment_that_is_not_there(course: Course, tmp_path: Path) -> None:
    done = run("autograder", "collect", "none", "x.zip", cwd=course.root)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no assignment is called 'none'" in done.stderr


def test_not_beside_a_run_that_grades(course: Course, collect: Callable, tmp_path: Path) -> None:
    with alone(course.root):
        ended = collect(make_zip(tmp_path / "x.zip", {"ada.ipynb": "a"}))
    assert ended.code == 2
    assert "another `autograder grade` is at work" in ended.err


def test_another_structure_of_folders_is_followed(course: Course, collect: Callable, tmp_path: Path) -> None:
    config = course.root / "nbgrader_config.py"
    structure = "{nbgrader_step}/{assignment_id}/{student_id}"
    config.write_text(
        f"{config.read_text(encoding='utf-8')}\nc.CourseDirectory.directory_structure = {structure!r}\n",
        encoding="utf-8",
    )
    assert collect(make_zip(tmp_path / "x.zip", {"ada.ipynb": "a"})).code == 0
    assert (course.root / "submitted" / "double" / "ada" / "double.ipynb").read_bytes() == notebook("a")


# The whole way


@pytest.mark.slow
def test_what_is_collected_is_graded(course: Course, tmp_path: Path) -> None:
    right, wrong = io.StringIO(), io.StringIO()
    nbformat.write(solved(course), right)
    nbformat.write(solved(course, double="def double(x):\n    return x + 2\n"), wrong)
    make_zip(
        tmp_path / "x.zip",
        {
            "doejane_1_2_double-1.ipynb": right.getvalue().encode(),
            "poebob_LATE_3_4_double.ipynb": wrong.getvalue().encode(),
        },
    )
    assert run("autograder", "collect", "double", tmp_path / "x.zip", cwd=course.root).returncode == 0
    done = run("autograder", "grade", "double", "--jobs", "1", cwd=course.root)
    assert (done.returncode, done.stderr) == (0, "")
    assert points(course) == {
        "doejane": {"double": 2.0, "quadruple": 1.0, "quiz": 1.0},
        "poebob": {"double": 0.0, "quadruple": 1.0, "quiz": 1.0},
    }


TRICKY = st.sampled_from(
    [
        *("", ".", "..", "/", "\\", "C:", "\0", "~", "\x1b", "\u202e", " - ", "_1_2_", "a", "ada", "x" * 300, ".git"),
        *("double", "double.ipynb", "timestamp.txt", "../x.ipynb", "1-2 - A - Sep 3, 2026 1005 AM"),
        *("A_1_assignsubmission_file_", "a+double+2026-09-03 10:05:12 UTC"),
    ]
)
NAMES = st.one_of(
    st.text(max_size=40),
    st.lists(TRICKY, max_size=6).map("/".join),
    st.lists(TRICKY, max_size=6).map("".join),
    st.tuples(st.sampled_from(["doejane_1_2_", "A_1_assignsubmission_file_/", "ada/"]), TRICKY).map("".join),
)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=150)
@given(st.lists(NAMES, min_size=1, max_size=6))
def test_whatever_entries_are_called_nothing_is_written_elsewhere(
    course: Course, tmp_path: Path, names: list[str]
) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        for name in names:
            entry = zipfile.ZipInfo("x")
            try:
                entry.filename = name
                archive.writestr(entry, notebook("x"))
            except (UnicodeEncodeError, ValueError):  # a name that no zip can have
                continue
    before = {path for path in tmp_path.rglob("*") if "submitted" not in path.parts}
    try:
        summary = Collecting(course, "double", None).run(tmp_path / "x.zip")
    except AutograderError:
        summary = None
    submitted = course.root / "submitted"
    after = {path for path in tmp_path.rglob("*") if "submitted" not in path.parts}
    assert after - before <= {course.root / ".autograder", course.root / ".autograder" / "grade.lock"}
    for path in submitted.rglob("*"):
        assert path.resolve().is_relative_to(submitted)
        assert len(path.relative_to(submitted).parts) == 1 or path.relative_to(submitted).parts[1] == "double"
    if summary:
        assert all((submitted / one / "double").is_dir() for one in (*summary.taken, *summary.unchanged))
    shutil.rmtree(submitted, ignore_errors=True)
