"""`autograder demo`, through the real command."""

from __future__ import annotations

import csv
import io
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import run
from nbgrader.api import Gradebook
from rich.console import Console

from autograder.cli import main
from autograder.course import Course
from autograder.grading.demo import MARKER, run_demo
from autograder.sandbox.isolation import Isolation


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "demo"


def test_the_demo(built: Course, folder: Path) -> None:
    """A class of four is graded in place of an earlier demo, and the course itself stays as it was."""
    folder.mkdir()
    (folder / MARKER).touch()
    (folder / "left over.txt").touch()
    before = sorted(path for path in built.root.rglob("*") if "__pycache__" not in path.parts)

    ended = run("autograder", "--course", built.root, "demo", "demo", "--students", "4", cwd=folder.parent)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert [line.split() for line in ended.stdout.splitlines() if "/4" in line] == [
        ["ada", "2", "1", "1", "4/4", "the", "reference"],
        ["alan", "0", "0", "0", "0/4", "not", "solved"],
        ["barbara", "0", "1", "1", "2/4", "an", "answer", "that", "does", "not", "parse", "(double)"],
        ["blaise", "2", "1", "1", "4/4", "a", "marking", "cell", "deleted", "(quiz)"],
    ]
    assert next(line.strip() for line in ended.stdout.splitlines() if line.strip()) == "double"
    assert ended.stdout.splitlines()[-2:] == [
        "4 submissions graded. Marks: demo/marks.csv; a report for each: demo/reports",
        "The gradebook: demo/gradebook.db; graded notebooks: demo/autograded",
    ]
    with (folder / "marks.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [
            ["student", "double", "quadruple", "quiz", "score", "max_score"],
            ["ada", "2", "1", "1", "4", "4"],
            ["alan", "0", "0", "0", "0", "4"],
            ["barbara", "0", "1", "1", "2", "4"],
            ["blaise", "2", "1", "1", "4", "4"],
        ]
    with Gradebook(f"sqlite:///{folder}/gradebook.db", "mini") as gradebook:
        given = {one.student.id: one.score for one in gradebook.assignment_submissions("double")}
    assert given == {"ada": 4.0, "alan": 0.0, "barbara": 2.0, "blaise": 4.0}
    assert not (folder / "left over.txt").exists()
    assert sorted(path for path in built.root.rglob("*") if "__pycache__" not in path.parts) == before


@pytest.fixture
def _pipes() -> Iterator[None]:
    kept = signal.getsignal(signal.SIGPIPE)
    yield
    signal.signal(signal.SIGPIPE, kept)


@pytest.mark.usefixtures("_pipes")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("thesis", "the folder is not empty, and no demo made it. Name another folder."),
        ("thesis/chapter.txt", "it is a file. Name another folder for the demo."),
        ("mini", "the folder is not empty, and no demo made it. Name another folder."),
    ],
)
def test_what_is_not_a_demos_is_refused_and_stays(
    built: Course, tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str, why: str
) -> None:
    chapter = tmp_path / "thesis" / "chapter.txt"
    chapter.parent.mkdir()
    chapter.write_text("years of work")
    with pytest.raises(SystemExit) as ended:
        main(["--course", str(built.root), "demo", str(tmp_path / name)])
    assert (ended.value.code, *capfd.readouterr()) == (2, "", f"autograder: {tmp_path / name}: {why}\n")
    assert chapter.read_text() == "years of work"
    assert (built.root / "assignments").is_dir()


def test_an_empty_folder_is_taken(built: Course, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    monkeypatch.setattr("autograder.grading.demo.new_course", lambda course, folder: (_ for _ in ()).throw(KeyError))
    with pytest.raises(KeyError):
        run_demo(built, "double", folder, Console(file=io.StringIO()), students=3, isolation=Isolation.NONE, jobs=1)
    assert [path.name for path in folder.iterdir()] == [MARKER]


def test_a_demo_that_was_cut_short_is_replaced(built: Course, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    (folder / MARKER).touch()
    (folder / "gradebook.db").write_text("half of one")
    monkeypatch.setattr("autograder.grading.demo.new_course", lambda course, folder: (_ for _ in ()).throw(KeyError))
    with pytest.raises(KeyError):
        run_demo(built, "double", folder, Console(file=io.StringIO()), students=3, isolation=Isolation.NONE, jobs=1)
    assert [path.name for path in folder.iterdir()] == [MARKER]
