"""What a run leaves on disk: whole, or not at all."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import pytest

from autograder.course import Settings
from autograder.errors import ToolError
from autograder.grading import results
from autograder.grading.handover import Setup, Submission
from autograder.grading.results import fingerprint, read_report, remove, write_folder, write_report
from autograder.verdict import CheckVerdict, Outcome, Report, TaskVerdict

VERDICT = CheckVerdict(
    "doubles", "Every value is doubled.", Outcome.FAILED, 0.0, 2.0, "Not × but +: \ud800.", "adds_two"
)
REPORT = Report("double", (TaskVerdict("double", (VERDICT,)),), seconds=0.25, attention=("look",))
SETUP = Setup("double", "/course", Settings(), "none", "{}", (), ())
SUBMISSION = Submission("ada", (("a", b"1"), ("b", b"2")))


def test_a_report_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "reports" / "double" / "ada.json"
    write_report(path, REPORT, "ada", "f00")
    kept = read_report(path)
    assert kept is not None
    assert kept.fingerprint == "f00"
    message = VERDICT.message.replace("\ud800", "?")
    check = dataclasses.replace(VERDICT, message=message)
    assert kept.report == dataclasses.replace(REPORT, tasks=(TaskVerdict("double", (check,)),))
    assert (path.stat().st_mode & 0o777, [one.name for one in path.parent.iterdir()]) == (0o644, ["ada.json"])


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", "{}", '{"fingerprint": "f"}', "[" * 100_000, b"\xff", '{"format": 1, "tasks": 1}']
)
def test_what_is_no_report_is_none(tmp_path: Path, text: str | bytes) -> None:
    path = tmp_path / "ada.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert read_report(path) is None


def test_half_a_report_is_none(tmp_path: Path) -> None:
    path = tmp_path / "ada.json"
    write_report(path, REPORT, "ada", "f00")
    whole = path.read_bytes()
    for size in range(0, len(whole) - 2, 7):
        path.write_bytes(whole[:size])
        assert read_report(path) is None
    assert read_report(tmp_path / "gone.json") is None
    assert read_report(tmp_path) is None


@pytest.mark.parametrize(
    ("setup", "exam", "submission"),
    [
        (dataclasses.replace(SETUP, slug="triple"), "exam", SUBMISSION),
        (dataclasses.replace(SETUP, settings=Settings(hints="hint")), "exam", SUBMISSION),
        (dataclasses.replace(SETUP, master="[]"), "exam", SUBMISSION),
        (SETUP, "other", SUBMISSION),
        (SETUP, "exam", Submission("ada", (("a", b"1"), ("b", b"3")))),
        (SETUP, "exam", Submission("ada", (("a", b"1"), ("c", b"2")))),
        (SETUP, "exam", Submission("ada", (("a", b"1"),))),
        (SETUP, "exam", Submission("ada", (("a", b"1b\x001\x002"),))),
        (SETUP, "exam", Submission("ada", SUBMISSION.files, ("x is a link",))),
    ],
)
def test_the_fingerprint_changes_with_what_marks_depend_on(setup: Setup, exam: str, submission: Submission) -> None:
    assert fingerprint(setup, exam, submission) != fingerprint(SETUP, "exam", SUBMISSION)


def test_the_fingerprint_does_not_change_with_where_and_who(tmp_path: Path) -> None:
    elsewhere = dataclasses.replace(SETUP, root=str(tmp_path), isolation="bubblewrap")
    other = dataclasses.replace(SUBMISSION, student="bob")
    assert fingerprint(elsewhere, "exam", other) == fingerprint(SETUP, "exam", SUBMISSION)


def test_a_folder_is_replaced_whole(tmp_path: Path) -> None:
    folder = tmp_path / "autograded" / "ada" / "hw"
    write_folder(folder, {"hw.ipynb": b"1", "data/x.csv": b"2"}, 0o444)
    (folder / "left over").touch()
    write_folder(folder, {"hw.ipynb": b"3"}, 0o644)
    assert [(path.name, path.read_bytes(), path.stat().st_mode & 0o777) for path in folder.rglob("*")] == [
        ("hw.ipynb", b"3", 0o644)
    ]
    assert [path.name for path in folder.parent.iterdir()] == ["hw"]


@pytest.mark.parametrize("kind", ["file", "link", "half"])
def test_what_is_in_a_folders_place_gives_way(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "ada" / "hw"
    folder.parent.mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "mine").touch()
    if kind == "file":
        folder.touch()
    elif kind == "link":
        folder.symlink_to(tmp_path / "elsewhere")
    else:
        (folder.parent / ".hw.new" / "x").mkdir(parents=True)
        (folder.parent / ".hw.old").symlink_to(tmp_path / "elsewhere")
    write_folder(folder, {"hw.ipynb": b"1"}, 0o644)
    assert not folder.is_symlink()
    assert [path.name for path in folder.iterdir()] == ["hw.ipynb"]
    assert [path.name for path in folder.parent.iterdir()] == ["hw"]
    assert (tmp_path / "elsewhere" / "mine").exists()


def test_a_folder_that_cannot_be_written_leaves_the_former_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "hw"
    write_folder(folder, {"a": b"1"}, 0o644)

    def full(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(results.Path, "write_bytes", full)
        with pytest.raises(ToolError) as caught:
            write_folder(folder, {"a": b"2"}, 0o644)
    assert str(caught.value) == (
        f"{folder}: it cannot be written: No space left on device. "
        "Mend that and run again: what is graded stays graded."
    )
    assert [(path.name, path.read_bytes()) for path in folder.iterdir()] == [("a", b"1")]
    assert [path.name for path in tmp_path.iterdir()] == ["hw"]


def test_removing_takes_whatever_it_is(tmp_path: Path) -> None:
    (tmp_path / "kept").touch()
    (tmp_path / "link").symlink_to(tmp_path / "kept")
    (tmp_path / "folder" / "in").mkdir(parents=True)
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "folder", "pipe", "gone"):
        remove(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
