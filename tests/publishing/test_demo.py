"""`autograder demo`, through the real command."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from pathlib import Path

import pytest
from helpers import Command, run
from nbgrader.api import Gradebook
from rich.console import Console

from autograder.course import Course
from autograder.publishing.demo import GUIDE, MARKER, run_demo
from autograder.sandbox.isolation import Isolation

FILES = ("grades.csv", "canvas.csv", "moodle.csv")


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
    assert ended.stdout.splitlines()[-3:] == [
        "4 submissions collected, graded and given back.",
        "The class: demo/report.html",
        "What else there is, and each step by hand: demo/START-HERE.txt",
    ]
    with Gradebook(f"sqlite:///{folder}/gradebook.db", "mini") as gradebook:
        given = {one.student.id: one.score for one in gradebook.assignment_submissions("double")}
    assert given == {"ada": 4.0, "alan": 0.0, "barbara": 2.0, "blaise": 4.0}
    assert not (folder / "left over.txt").exists()
    assert sorted(path for path in built.root.rglob("*") if "__pycache__" not in path.parts) == before
    rows = {name: list(csv.DictReader(io.StringIO((folder / name).read_text("utf-8-sig")))) for name in FILES}
    assert [(row["student_id"], row["score"]) for row in rows["grades.csv"]] == [
        ("ada", "4"), ("alan", "0"), ("barbara", "2"), ("blaise", "4"),
    ]  # fmt: skip
    assert [row["Twice as much (2001)"] for row in rows["canvas.csv"]] == ["4.00", "4", "0", "2", "4"]
    assert [row["Grade"] for row in rows["moodle.csv"]] == ["4", "0", "2", "4"]
    assert zipfile.is_zipfile(folder / "gradescope.zip")
    links = re.findall(r'href="([^"#]+)"', (folder / "report.html").read_text(encoding="utf-8"))
    assert sorted(set(links)) == [f"feedback/{name}/double/double.html" for name in given]
    assert all((folder / link).is_file() for link in links)


@pytest.mark.slow
def test_each_step_of_the_guide_works_by_hand(built: Course, folder: Path) -> None:
    """And comes to the same: nothing is collected or graded a second time, and the files hold the same marks."""
    assert (
        run("autograder", "--course", built.root, "demo", "demo", "--students", "3", cwd=folder.parent).returncode == 0
    )
    guide = (folder / GUIDE).read_text(encoding="utf-8")
    commands = [line.split() for line in guide.splitlines() if line.startswith("  autograder ")]
    assert [words[1] for words in commands] == ["collect", "grade", "feedback", "report", *["export"] * 4]
    before = {name: (folder / name).read_bytes() for name in FILES}
    for words in commands:
        ended = run(words[0], *words[1:], cwd=folder)
        assert (ended.returncode, ended.stderr) == (0, ""), words
        if words[1] in ("collect", "grade"):
            assert "3 submissions are as they were" in ended.stdout
    assert {name: (folder / name).read_bytes() for name in FILES} == before
    listed = set(re.findall(r"^  ([\w-]+\.\w+|[\w-]+/)", guide, re.M))
    assert listed >= {"report.html", "feedback/", *FILES, "gradescope.zip", "gradebook.db"}
    assert [name for name in listed if not (folder / name).exists()] == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("thesis", "the folder is not empty, and no demo made it. Name another folder."),
        ("thesis/chapter.txt", "it is a file. Name another folder for the demo."),
        ("mini", "the folder is not empty, and no demo made it. Name another folder."),
    ],
)
def test_what_is_not_a_demos_is_refused_and_stays(
    built: Course, tmp_path: Path, program: Command, name: str, why: str
) -> None:
    chapter = tmp_path / "thesis" / "chapter.txt"
    chapter.parent.mkdir()
    chapter.write_text("years of work")
    ended = program("--course", built.root, "demo", tmp_path / name)
    assert ended == (2, "", f"autograder: {tmp_path / name}: {why}\n")
    assert chapter.read_text() == "years of work"
    assert (built.root / "assignments").is_dir()


def test_an_empty_folder_is_taken(built: Course, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    monkeypatch.setattr("autograder.publishing.demo.new_course", lambda course, folder: (_ for _ in ()).throw(KeyError))
    with pytest.raises(KeyError):
        run_demo(built, "double", folder, Console(file=io.StringIO()), students=3, isolation=Isolation.NONE, jobs=1)
    assert [path.name for path in folder.iterdir()] == [MARKER]


def test_a_demo_that_was_cut_short_is_replaced(built: Course, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    (folder / MARKER).touch()
    (folder / "gradebook.db").write_text("half of one")
    monkeypatch.setattr("autograder.publishing.demo.new_course", lambda course, folder: (_ for _ in ()).throw(KeyError))
    with pytest.raises(KeyError):
        run_demo(built, "double", folder, Console(file=io.StringIO()), students=3, isolation=Isolation.NONE, jobs=1)
    assert [path.name for path in folder.iterdir()] == [MARKER]
