"""In whose way a download is named."""

from __future__ import annotations

from datetime import datetime

import pytest

from autograder.collecting.archives import Entry
from autograder.collecting.naming import Scheme, people_of
from autograder.collecting.schemes import scheme_of

EXCHANGE, FOLDER = "nbgrader's exchange", "a folder of notebooks"


def entries(*paths: str) -> list[Entry]:
    return [Entry(tuple(path.split("/")), None) for path in paths]


def found(*paths: str, wrapped: bool = True, students: tuple[str, ...] = ()) -> tuple[str, int]:
    scheme, depth = scheme_of(entries(*paths), "hw", ("other",), students, wrapped=wrapped)
    return scheme.title, depth


@pytest.mark.parametrize(
    ("paths", "title", "depth"),
    [
        (["a_1_2_hw.ipynb", "b_3_4_hw.ipynb"], "Canvas", 0),
        (["download/a_1_2_hw.ipynb", "download/b_3_4_hw.ipynb"], "Canvas", 1),
        (["A_1_assignsubmission_file_/hw.ipynb", "B_2_assignsubmission_onlinetext_/x.html"], "Moodle", 0),
        (["1-2 - A - Sep 3, 2026 1005 PM/hw.ipynb", "index.html"], "Brightspace", 0),
        (["x/y/1-2 - A - Sep 3, 2026 1005 PM/hw.ipynb", "x/y/index.html"], "Brightspace", 2),
        (["a+hw+2026-09-03 10:05:12 UTC/hw.ipynb", "b+other+2026-09-03 10:05:12 UTC/x.ipynb"], EXCHANGE, 0),
        (["ada.ipynb", "bob.ipynb"], FOLDER, 0),
        (["class/ada.ipynb", "class/bob.ipynb"], FOLDER, 1),
        (["class/ada/hw.ipynb", "class/bob/hw.ipynb"], FOLDER, 1),
        (["submitted/ada/hw/hw.ipynb"], FOLDER, 1),
        (["ada/hw.ipynb"], FOLDER, 0),
        (["ada/hw/hw.ipynb"], FOLDER, 0),
        ([], FOLDER, 0),
        # What students call their files decides nothing.
        (["ada/a_1_2_hw.ipynb", "bob/1-2 - A - Sep 3, 2026 1005 PM/hw.ipynb"], FOLDER, 0),
        (["A_1_assignsubmission_file_/b+hw+2026-09-03 10:05:12 UTC/hw.ipynb"], "Moodle", 0),
    ],
)
def test_ways_are_told_apart(paths: list[str], title: str, depth: int) -> None:
    assert found(*paths) == (title, depth)


def test_a_folder_that_is_named_has_no_folder_around_its_students() -> None:
    assert found("ada/a.ipynb", "ada/b.ipynb", wrapped=False) == (FOLDER, 0)


@pytest.mark.parametrize("name", ["bob_12345_678_hw.ipynb", "1-2 - Bob - Sep 3, 2026 1005 PM/hw.ipynb"])
def test_a_known_students_folder_is_no_folder_around_a_download(name: str) -> None:
    """Whoever is alone in a class could hand in for another one by a file's name."""
    assert found(f"ada/{name}", wrapped=False)[1] == 1
    assert found(f"ada/{name}", wrapped=False, students=("ada", "bob")) == (FOLDER, 0)
    assert found(f"x/ada/{name}", students=("ada", "bob")) == (FOLDER, 1)


def scheme(*paths: str) -> Scheme:
    return scheme_of(entries(*paths), "hw", ("other",), wrapped=False)[0]


@pytest.mark.parametrize(
    ("name", "person", "when"),
    [
        ("ada+hw+2026-09-03 10:05:12.123456 UTC+Ab_-9=", "ada", datetime(2026, 9, 3, 10, 5, 12, 123456)),
        ("ada+hw+2026-09-03 10:05:12 UTC", "ada", datetime(2026, 9, 3, 10, 5, 12)),
        ("a+b+hw+2026-09-03 10:05:12 +0200+Ab", "a+b", datetime(2026, 9, 3, 8, 5, 12)),
    ],
)
def test_the_exchange(name: str, person: str, when: datetime) -> None:
    read = scheme(f"{name}/hw.ipynb").read((name, "data", "x.csv"))
    assert read is not None
    assert (read.person, read.file, read.when, read.batch) == (person, ("data", "x.csv"), when, name)


def test_in_the_exchange_other_assignments_and_times_written_down_are_nobodys() -> None:
    way = scheme("ada+hw+2026-09-03 10:05:12 UTC/hw.ipynb")
    other = way.read(("ada+other+2026-09-03 10:05:12 UTC", "x.ipynb"))
    time = way.read(("ada+hw+2026-09-03 10:05:12 UTC", "timestamp.txt"))
    assert other is not None
    assert time is not None
    assert (other.person, other.file) == ("", ())
    assert (time.person, time.file) == ("ada", ())
    assert way.read(("ada+hw+2026-13-03 10:05:12 UTC", "x.ipynb")) is None


@pytest.mark.parametrize(
    ("path", "person", "file"),
    [
        ("ada.ipynb", "ada", "hw.ipynb"),
        ("Zoë O'Neil.IPYNB", "Zoë O'Neil", "hw.ipynb"),
        ("ada/x.ipynb", "ada", "x.ipynb"),
        ("ada/hw/x.ipynb", "ada", "x.ipynb"),
        ("ada/hw", "ada", "hw"),
        ("ada/data/x.csv", "ada", "data/x.csv"),
        ("ada/bob/hw/hw.ipynb", "ada", "bob/hw/hw.ipynb"),
        ("ada/other/other.ipynb", "", ""),
    ],
)
def test_a_folder_of_notebooks(path: str, person: str, file: str) -> None:
    read = scheme("ada.ipynb").read(tuple(path.split("/")))
    assert read is not None
    assert (read.person, "/".join(read.file)) == (person, file)


def test_a_file_that_lies_alone_is_nobodys() -> None:
    assert scheme("ada.ipynb").read(("marks.csv",)) is None


def test_the_last_try_counts() -> None:
    names = [
        f"1-2 - A - {when}/hw.ipynb" for when in ("Sep 3, 2026 1159 AM", "Sep 3, 2026 1200 PM", "Sep 2, 2026 100 PM")
    ]
    way = scheme(*names)
    (person,) = people_of((entry, read) for entry in entries(*names) if (read := way.read(entry.parts)))
    assert [entry.name for entry, _ in person.files] == ["1-2 - A - Sep 3, 2026 1200 PM/hw.ipynb"]
    assert (person.earlier, person.unsure) == (2, False)


@pytest.mark.parametrize("other", ["1-3 - A - Sep 3, 2026 1159 AM", "1-2 - A - yesterday"])
def test_which_try_is_the_last_is_not_guessed(other: str) -> None:
    names = ["1-2 - A - Sep 3, 2026 1159 AM/hw.ipynb", f"{other}/hw.ipynb"]
    way = scheme(*names)
    (person,) = people_of((entry, read) for entry in entries(*names) if (read := way.read(entry.parts)))
    assert (person.earlier, person.unsure) == (1, True)
