"""Surveys on disk: what goes in comes out, and what cannot be used is made anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from autograder.course import Course
from autograder.judging import surveys
from autograder.judging.exam import Exam, load_exam
from autograder.judging.expect import Observation
from autograder.judging.judge import Judge
from autograder.student.local import LocalStudent

Make = Callable[[str], LocalStudent]

KEPT = {
    "a": (
        Observation(("values", (2,), torch.tensor([1.5, float("inf")])), held=False),
        Observation((True, 1, 1.0, None, ("deep", ("er",))), held=True),
    ),
    "b": (),
}


def test_what_goes_in_comes_out(tmp_path: Path) -> None:
    file = tmp_path / "exam" / "check"
    surveys.write(file, KEPT)
    got = surveys.read(file)
    assert got is not None
    assert got.keys() == KEPT.keys()
    assert [o.held for o in got["a"]] == [False, True]
    assert all(one.matches(other) for one, other in zip(got["a"], KEPT["a"], strict=True))
    assert [type(value) for value in got["a"][1].seen] == [bool, int, float, type(None), tuple]


@pytest.mark.parametrize("content", [b"", b"\0" * 40, b"\0\0\0\2\0\0\0\0[]", b"\0\0\0\x08\0\0\0\0" + b'{"a": 1}'])
def test_a_file_that_is_not_whole_is_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "check").write_bytes(content)
    assert surveys.read(tmp_path / "check") is None
    assert surveys.read(tmp_path / "missing") is None


def test_what_has_no_plain_form_is_not_kept(tmp_path: Path) -> None:
    surveys.write(tmp_path / "exam" / "check", {"a": (Observation(([1],), held=True),)})
    assert not (tmp_path / "exam").exists()


def test_surveys_of_former_checks_go(tmp_path: Path) -> None:
    surveys.write(tmp_path / "former" / "check", KEPT)
    surveys.write(tmp_path / "now" / "check", KEPT)
    surveys.write(tmp_path / "now" / "other", KEPT)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["now"]
    assert sorted(path.name for path in (tmp_path / "now").iterdir()) == ["check", "other"]


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    surveys.write(tmp_path / "file" / "exam" / "check", KEPT)
    assert (tmp_path / "file").read_text() == ""


def test_a_later_process_names_the_same_without_running_a_specimen(
    exam: Exam, student: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = f"{exam.assignment.all_answers}\ndef double(x):\n    return x + 1 + 1\n"
    first = Judge(exam, cache=tmp_path).task("double", student(code))
    assert first.misconceptions == ("adds_two",)
    monkeypatch.setattr("autograder.judging.diagnose.Diagnosis._student", None)
    assert Judge(exam, cache=tmp_path).task("double", student(code)) == first


@pytest.mark.parametrize(
    ("name", "old"),
    [
        ("assignments/double/assignment.py", "twice one is two"),
        ("solutions/double/reference.py", "Return twice"),
        ("autograder/checks/double/quiz.py", "Double a debt."),
        ("autograder/specimens/double/quiz/zero_grows.py", "0 + 0."),
    ],
)
def test_the_fingerprint_changes_with_whatever_a_verdict_depends_on(
    mini: Course, edit: Callable[[str, str, str], None], name: str, old: str
) -> None:
    before = load_exam(mini, "double").fingerprint
    assert load_exam(mini, "double").fingerprint == before
    edit(name, old, f"{old} More.")
    assert load_exam(mini, "double").fingerprint != before
