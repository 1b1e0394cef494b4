"""`autograder export` and nbgrader's own `export`, on a class that was graded."""

from __future__ import annotations

import csv
import functools
import io
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import Command, Ended, release, run, save, solved

from autograder.course import Course
from autograder.grading.grade import Grading
from autograder.sandbox.isolation import best

CANVAS = "Student,ID,SIS User ID,SIS Login ID,Section,Twice as much (7)\r\n    Points Possible,,,,,4.00\r\n"
ADA_ROW, BOB_ROW = "Ada,1,ada,,1,\r\n", "Bob,2,bob,,1,\r\n"
MOODLE = "Identifier,ID number,Grade,Maximum Grade,Last modified (grade),Feedback comments\n"


@pytest.fixture(scope="session")
def class_of_three(tmp_path_factory: pytest.TempPathFactory, make_course: Callable[[Path], Course]) -> Course:
    """Graded: a right answer, a wrong one, and a file that is no notebook."""
    course = make_course(tmp_path_factory.mktemp("export") / "mini")
    save(solved(course), course.root / "submitted" / "ada" / "double" / "double.ipynb")
    wrong = solved(course, double="def double(x):\n    return x + 2\n")
    save(wrong, course.root / "submitted" / "bob" / "double" / "double.ipynb")
    save(release(course), course.root / "submitted" / "=cleo" / "double" / "double.ipynb").write_text("{", "utf-8")
    grading = Grading(course, "double", best())
    grading.run(grading.students(), jobs=1)
    return course


@pytest.fixture
def course(class_of_three: Course, tmp_path: Path) -> Course:
    shutil.copytree(class_of_three.root, tmp_path / "course")
    return Course(tmp_path / "course")


@pytest.fixture
def export(course: Course, program: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """`export(*words)` runs `autograder export double …` in the course's folder."""
    monkeypatch.chdir(course.root)
    return functools.partial(program, "export", "double")


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline=""), strict=True))


def test_csv(course: Course, export: Command) -> None:
    assert export("--to", "csv") == Ended(
        0, "wrote grades.csv: the marks of 2\n  not in it: =cleo: could not be graded\n", ""
    )
    shown = ("student_id", "double", "quadruple", "quiz", "score", "max_score", "status")
    assert [[row[name] for name in shown] for row in table(course.root / "grades.csv")] == [
        ["'=cleo", "", "", "", "", "4", "could not be graded"],
        ["ada", "2", "1", "1", "4", "4", "graded"],
        ["bob", "0", "1", "1", "2", "4", "graded"],
    ]


def test_into_a_folder_or_a_file(course: Course, export: Command, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    assert export("--to", "csv", "--into", folder).out.startswith(f"wrote {folder}/grades.csv: ")
    assert export("--to", "csv", "-o", folder / "new" / "x.csv").out.startswith(f"wrote {folder}/new/x.csv: ")
    assert (folder / "new" / "x.csv").read_bytes() == (folder / "grades.csv").read_bytes()
    assert not (course.root / "grades.csv").exists()


def test_canvas(course: Course, export: Command, tmp_path: Path) -> None:
    """The column is called as the assignment's first heading is."""
    template = tmp_path / "canvas.csv"
    template.write_text(CANVAS + ADA_ROW + BOB_ROW, encoding="utf-8", newline="")
    ended = export("--to", "canvas", "--from", template)
    assert ended == Ended(
        0, "wrote canvas.csv: the marks of 2\n  not in it: =cleo: no row of the file is surely theirs\n", ""
    )
    written = (course.root / "canvas.csv").read_bytes().decode()
    assert written == CANVAS + ADA_ROW.replace("1,\r", "1,4\r") + BOB_ROW.replace("1,\r", "1,2\r")
    assert template.read_bytes().decode() == CANVAS + ADA_ROW + BOB_ROW


def test_moodle(course: Course, export: Command, tmp_path: Path) -> None:
    template = tmp_path / "worksheet.csv"
    template.write_text(MOODLE + "Participant 1,bob,,8,-,\n", encoding="utf-8")
    ended = export("--to", "moodle", "--from", template, "--scale")
    assert (ended.code, ended.out.splitlines()[0]) == (0, "wrote moodle.csv: the marks of 1")
    (bob,) = table(course.root / "moodle.csv")
    assert bob["Grade"] == "4"
    assert "<li>Every value is doubled. " in bob["Feedback comments"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["--to", "canvas"],
            "canvas knows its students by ids that only its own file has. Download the gradebook from Canvas "
            "(Gradebook, Export, Export Entire Gradebook), and name it with --from.",
        ),
        (
            ["--to", "csv", "--from", "x.csv"],
            "Invalid value for '--from': it is not for --to csv. See `autograder export --help`.",
        ),
        (
            ["--to", "moodle", "--column", "x"],
            "Invalid value for '--column': it is not for --to moodle. See `autograder export --help`.",
        ),
        (
            ["--to", "canvas", "--from", "no.csv"],
            "no.csv: it cannot be read: No such file or directory. Check --from.",
        ),
        (
            ["--to", "csv", "-o", "nbgrader_config.py/x.csv"],
            "nbgrader_config.py/x.csv: it cannot be written: File exists. Name another with --into.",
        ),
    ],
)
def test_errors_are_one_line(export: Command, words: list[str], line: str) -> None:
    assert export(*words) == Ended(2, "", f"autograder: {line}\n")


def test_the_template_is_never_written_over(course: Course, export: Command) -> None:
    template = course.root / "canvas.csv"
    template.write_text(CANVAS + ADA_ROW, encoding="utf-8", newline="")
    assert export("--to", "canvas", "--from", template) == Ended(
        2, "", f"autograder: {template}: it is the file that is read. Name another with --into.\n"
    )
    assert template.read_bytes().decode() == CANVAS + ADA_ROW


def test_what_was_never_graded(mini: Course, export: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(mini.root)
    ended = export("--to", "csv")
    assert (ended.code, ended.out) == (2, "")
    assert "the gradebook has no marks for double. Run `autograder grade double` first." in ended.err


PLUGINS = "autograder.publishing.nbgrader_plugins."


class TestNbgradersOwnCommand:
    def test_csv_of_one_student(self, course: Course) -> None:
        done = run(
            "nbgrader",
            *("export", "--exporter", f"{PLUGINS}CsvExport", "--to", "x.csv"),
            *("--assignment", "['double']", "--student", "['bob']"),
            cwd=course.root,
        )
        assert done.returncode == 0, done.stderr
        assert [(row["student_id"], row["score"]) for row in table(course.root / "x.csv")] == [("bob", "2")]

    def test_the_same_file_as_autograder_s(self, course: Course, export: Command) -> None:
        export("--to", "csv", "-o", "ours.csv")
        done = run("nbgrader", "export", "--exporter", f"{PLUGINS}CsvExport", cwd=course.root)
        assert "Not in it: =cleo: could not be graded" in done.stderr
        assert (course.root / "grades.csv").read_bytes() == (course.root / "ours.csv").read_bytes()

    @pytest.mark.slow
    def test_canvas_and_moodle_as_the_configuration_says(self, course: Course, export: Command) -> None:
        gradebook, worksheet = course.root / "from.csv", course.root / "sheet.csv"
        gradebook.write_text(CANVAS + ADA_ROW + BOB_ROW, encoding="utf-8", newline="")
        worksheet.write_text(MOODLE + "Participant 1,bob,,4,-,\n", encoding="utf-8")
        with (course.root / "nbgrader_config.py").open("a", encoding="utf-8") as config:
            config.write('c.CanvasExport.gradebook = "from.csv"\nc.MoodleExport.worksheet = "sheet.csv"\n')
        for name, template, file in (("Canvas", gradebook, "canvas.csv"), ("Moodle", worksheet, "moodle.csv")):
            export("--to", name.lower(), "--from", template, "-o", "ours.csv")
            done = run("nbgrader", "export", "--exporter", f"{PLUGINS}{name}Export", cwd=course.root)
            assert done.returncode == 0, done.stderr
            assert (course.root / file).read_bytes() == (course.root / "ours.csv").read_bytes()

    @pytest.mark.parametrize(
        ("words", "line"),
        [
            (["CanvasExport"], "no file to fill in is named. Download it, and set c.CanvasExport.gradebook."),
            (
                ["CsvExport", "--student", "['zoe']"],
                "the gradebook has no student 'zoe'. See `nbgrader db student list`.",
            ),
            (["CsvExport", "--assignment", "['hw']"], "the gradebook has no assignment 'hw'. There are: double."),
        ],
    )
    def test_errors_are_one_line(self, course: Course, words: list[str], line: str) -> None:
        done = run("nbgrader", "export", "--exporter", PLUGINS + words[0], *words[1:], cwd=course.root)
        assert done.returncode == 2
        assert line in done.stderr
        assert "Traceback" not in done.stderr
