"""The names that Canvas, Moodle and Brightspace give to files."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from autograder.collecting.lms import LMS
from autograder.collecting.naming import Origin

MOODLE, BRIGHTSPACE, CANVAS = LMS


@pytest.mark.parametrize(
    ("name", "person", "called", "file", "late", "version"),
    [
        ("doejane_12345_678901_hw.ipynb", "12345", "doejane", "hw.ipynb", False, 678901),
        ("doejane_LATE_12345_678901_hw-1.ipynb", "12345", "doejane", "hw-1.ipynb", True, 678901),
        ("oneilzoë_12345_678901_my data_2_3.csv", "12345", "oneilzoë", "my data_2_3.csv", False, 678901),
        ("group_a_12345_678901_hw.ipynb", "12345", "group_a", "hw.ipynb", False, 678901),
        ("2_12345_678901_hw.ipynb", "12345", "2", "hw.ipynb", False, 678901),
        ("anon_x1Y2z_678901_hw.ipynb", "anon_x1Y2z", "anon_x1Y2z", "hw.ipynb", False, 678901),
        ("LATE_anon_x1Y2z_678901_hw.ipynb", "anon_x1Y2z", "anon_x1Y2z", "hw.ipynb", True, 678901),
        ("doejane_12345_678901_1_2_hw.ipynb", "12345", "doejane", "1_2_hw.ipynb", False, 678901),
    ],
)
def test_canvas(name: str, person: str, called: str, file: str, late: bool, version: int) -> None:
    assert CANVAS.read((name,)) == Origin(person, called, (file,), person, late=late, version=version)


@pytest.mark.parametrize("name", ["doejane_12345_text.html", "doejane_LATE_12345_link.html"])
def test_what_was_typed_into_canvas_is_no_file(name: str) -> None:
    assert CANVAS.read((name,)) == Origin("12345", "doejane", (), "12345", late="LATE" in name)


@pytest.mark.parametrize("name", ["hw.ipynb", "doejane_12345_hw.ipynb", "_1_2_hw.ipynb", "1_2_hw.ipynb", "a_1_2_"])
def test_what_canvas_does_not_write(name: str) -> None:
    assert CANVAS.read((name,)) is None


def test_canvas_makes_no_folders() -> None:
    assert CANVAS.read(("doejane_12345_678901_hw", "hw.ipynb")) is None


@pytest.mark.parametrize(
    ("path", "person", "called", "file"),
    [
        ("Jane Doe_123_assignsubmission_file_/hw.ipynb", "Jane Doe_123", "Jane Doe", "hw.ipynb"),
        ("Jane Doe_123_assignsubmission_file/data/a_b.csv", "Jane Doe_123", "Jane Doe", "data/a_b.csv"),
        ("Zoë ONeil_123_assignsubmission_file_hw_2.ipynb", "Zoë ONeil_123", "Zoë ONeil", "hw_2.ipynb"),
        ("Participant_123_assignsubmission_file_/hw.ipynb", "Participant_123", "Participant", "hw.ipynb"),
        ("Default group_assignsubmission_file_/hw.ipynb", "Default group_", "Default group", "hw.ipynb"),
        ("Jane Doe_123_assignsubmission_onlinetext_/onlinetext.html", "Jane Doe_123", "Jane Doe", ""),
        ("Jane Doe_123_assignsubmission_onlinetext_onlinetext.html", "Jane Doe_123", "Jane Doe", ""),
    ],
)
def test_moodle(path: str, person: str, called: str, file: str) -> None:
    user = "" if called == "Default group" else "123"
    parts = tuple(file.split("/")) if file else ()
    assert MOODLE.read(tuple(path.split("/"))) == Origin(person, called, parts, user)


@pytest.mark.parametrize(
    "path", ["Jane Doe_123_assignsubmission_file_", "Jane Doe_123/hw.ipynb", "_123_assignsubmission_file_/hw.ipynb"]
)
def test_what_moodle_does_not_write(path: str) -> None:
    assert MOODLE.read(tuple(path.split("/"))) is None


def utc(*moment: int) -> datetime:
    """A moment by this machine's clock."""
    return datetime(*moment).astimezone(UTC).replace(tzinfo=None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "called", "file", "when"),
    [
        ("1-2 - Jane Doe - Sep 3, 2026 1005 PM/hw.ipynb", "Jane Doe", "hw.ipynb", utc(2026, 9, 3, 22, 5)),
        ("1-2 - Jane Doe - Sep 3, 2026 105 AM/a/b.csv", "Jane Doe", "a/b.csv", utc(2026, 9, 3, 1, 5)),
        ("1-2 - Jane Doe - Sep 3, 2026 10:05 PM/hw.ipynb", "Jane Doe", "hw.ipynb", utc(2026, 9, 3, 22, 5)),
        ("1-2 - Jane Doe - Sep 3, 2026 1205 AM/hw.ipynb", "Jane Doe", "hw.ipynb", utc(2026, 9, 3, 0, 5)),
        ("1-2 - Jane Doe - September 3, 2026 1205 PM/hw.ipynb", "Jane Doe", "hw.ipynb", utc(2026, 9, 3, 12, 5)),
        ("1-2 - Jane Doe - 3 September, 2026 2205/hw.ipynb", "Jane Doe", "hw.ipynb", utc(2026, 9, 3, 22, 5)),
        ("1-2 - Jean - Luc - Sep 3, 2026 1005 PM/hw.ipynb", "Jean - Luc", "hw.ipynb", utc(2026, 9, 3, 22, 5)),
        ("1-2 - Jane Doe - Sep 3, 2026 1005 PM - my - hw.ipynb", "Jane Doe", "my - hw.ipynb", utc(2026, 9, 3, 22, 5)),
        ("1-2 - Jane Doe - hw.ipynb", "Jane Doe", "hw.ipynb", None),
        ("1-2 - Jane Doe - 2026年9月3日/hw.ipynb", "Jane Doe", "hw.ipynb", None),
        ("1-2 - Jane Doe - Sep 31, 2026 1005 PM/hw.ipynb", "Jane Doe", "hw.ipynb", None),
        ("1-2 - Jane Doe - Foo 3, 2026 1005 PM/hw.ipynb", "Jane Doe", "hw.ipynb", None),
        ("1-2 - Jane Doe - Sep 3, 2026 2965 PM/hw.ipynb", "Jane Doe", "hw.ipynb", None),
    ],
)
def test_brightspace(path: str, called: str, file: str, when: datetime | None) -> None:
    found = BRIGHTSPACE.read(tuple(path.split("/")))
    assert found is not None
    assert (found.person, found.name, found.file, found.user) == (f"{called} 1", called, tuple(file.split("/")), "1")
    assert found.when == when
    assert found.attempt == (when and when.replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    "path", ["index.html", "1-2 - Jane Doe", "1-2 - Jane Doe - Sep 3, 2026 1005 PM", "Jane Doe - hw.ipynb", "1 - A/b"]
)
def test_what_brightspace_does_not_write(path: str) -> None:
    assert BRIGHTSPACE.read(tuple(path.split("/"))) is None
