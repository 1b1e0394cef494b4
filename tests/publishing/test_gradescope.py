"""The zip for Gradescope, laid out and run as there: source/, submission/ and results/ in one folder."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from base64 import urlsafe_b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT, find, release, run, save, solved
from nbformat import NotebookNode

from autograder.cli import main
from autograder.course import Course
from autograder.errors import CourseError
from autograder.grading.folders import report_path
from autograder.grading.grade import Grading
from autograder.grading.results import read_report
from autograder.publishing.gradescope import Visibility
from autograder.publishing.gradescope import run as running
from autograder.publishing.gradescope.bundle import bundle
from autograder.publishing.gradescope.results import NOT_GRADED, not_graded, results
from autograder.publishing.gradescope.wheel import make_wheel, pins
from autograder.sandbox.isolation import Isolation, best
from autograder.verdict import CheckVerdict, Outcome, Report, TaskVerdict

WRONG = "def double(x):\n    return x + 2\n"
HOSTILE = """\
import os, pathlib, threading
def double(x):
    return 2 * x
for place in ("{root}/results/results.json", "results/results.json", "../results/results.json"):
    try:
        pathlib.Path(place).write_text('{{"score": 1000}}')
    except OSError:
        pass
try:
    print(pathlib.Path("{root}/source/setup.json").read_text())
except OSError:
    print("nothing to see")
"""


def texts(name: str, bundle_: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(bundle_)) as archive:
        return archive.read(name)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory, make_course: Callable[[Path], Course]) -> Course:
    return make_course(tmp_path_factory.mktemp("course") / "mini")


@pytest.fixture(scope="module")
def zipped(course: Course) -> bytes:
    return bundle(course, "double", Visibility.VISIBLE, None)


@pytest.fixture(scope="module")
def installed(zipped: bytes, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """source/ as Gradescope unpacks it, and the folder that setup.sh's wheel is installed into, without network."""
    root = tmp_path_factory.mktemp("gradescope")
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        archive.extractall(root / "source")
    (wheel,) = (root / "source").glob("*.whl")
    words = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(root / "site"), str(wheel)]
    subprocess.run([sys.executable, *words], check=True, timeout=120)
    env = {**os.environ, "PYTHONPATH": str(root / "site")}
    words = ["-P", "-m", "autograder.publishing.gradescope.run", "--prepare", str(root)]
    subprocess.run([sys.executable, *words], check=True, timeout=120, env=env, cwd=root)
    return root / "source", root / "site"


@pytest.fixture
def root(installed: tuple[Path, Path], tmp_path: Path) -> Path:
    """What is /autograder there."""
    shutil.copytree(installed[0], tmp_path / "autograder" / "source")
    (tmp_path / "autograder" / "submission").mkdir()
    return tmp_path / "autograder"


def submit(root: Path, site: Path, python: str = sys.executable) -> tuple[dict[str, Any], str]:
    """Run run_autograder: what it wrote and what it printed. Everything runs from the wheel."""
    env = {**os.environ, "AUTOGRADER_ROOT": str(root), "AUTOGRADER_PYTHON": python, "PYTHONPATH": str(site)}
    script = root / "source" / "run_autograder"
    done = subprocess.run(
        ["bash", str(script)], cwd=root, env=env, capture_output=True, text=True, timeout=200, check=True
    )
    return json.loads((root / "results" / "results.json").read_text(encoding="utf-8")), done.stdout + done.stderr


def test_the_zip(zipped: bytes, course: Course) -> None:
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        modes = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in archive.infolist()}
    wheel = make_wheel()[0]
    assert {name: mode for name, mode in modes.items() if "/" not in name} == {
        "setup.sh": 0o755,
        "run_autograder": 0o755,
        "not_graded.json": 0o644,
        "setup.json": 0o644,
        "constraints.txt": 0o644,
        wheel: 0o644,
    }
    folders = {name.split("/")[1] for name in modes if name.startswith("course/")}
    assert folders == {"assignments", "solutions", "autograder"}, "the course's configuration stays at home"
    assert json.loads(texts("setup.json", zipped))["setup"]["settings"]["secret"] == "mini"
    assert str(course.root) not in texts("setup.json", zipped).decode()
    assert bundle(course, "double", Visibility.VISIBLE, None) == zipped


def test_the_wheel_has_every_file_of_the_package_and_says_so() -> None:
    name, data = make_wheel()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {one: archive.read(one) for one in archive.namelist()}
    listed = subprocess.run(["git", "ls-files", "autograder"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert set(listed.stdout.split()) <= files.keys()
    about = next(one for one in files if one.endswith("/METADATA"))
    assert name.startswith(about.split(".dist-info")[0])
    assert b"Requires-Dist: torch" in files[about]
    (record,) = (one for one in files if one.endswith("/RECORD"))
    rows = list(csv.reader(io.StringIO(files[record].decode())))
    assert {row[0] for row in rows} == files.keys()
    for one, digest, size in rows:
        if one != record:
            assert urlsafe_b64decode(digest.removeprefix("sha256=") + "=") == hashlib.sha256(files[one]).digest()
            assert int(size) == len(files[one])


def test_a_wheel_made_of_an_installed_wheel_is_the_same(installed: tuple[Path, Path]) -> None:
    call = (
        "from autograder.publishing.gradescope import wheel; import sys; sys.stdout.buffer.write(wheel.make_wheel()[1])"
    )
    env = {**os.environ, "PYTHONPATH": str(installed[1])}
    done = subprocess.run(
        [sys.executable, "-P", "-c", call], env=env, cwd=installed[1], capture_output=True, check=True, timeout=60
    )
    assert done.stdout == make_wheel()[1]


def test_the_pins_are_what_is_installed_here() -> None:
    rows = dict(line.split("==") for line in pins().splitlines())
    assert {"torch", "numpy", "nbgrader", "safetensors", "jupytext", "typer", "traitlets"} <= rows.keys()
    assert not {"ruff", "mypy", "distributed", "transformer-input-autograder"} & rows.keys()
    assert not any("+" in version for version in rows.values())


@pytest.fixture(scope="module")
def notebooks(course: Course) -> dict[str, NotebookNode | str]:
    exits = solved(course)
    find(exits, "quiz").source = ""  # the marking cell is the instructor's, whatever is in it
    crash = solved(course, quadruple="import os\nos._exit(0)\n")
    return {
        "right": solved(course),
        "wrong": solved(course, double=WRONG),
        "hostile": solved(course, double=HOSTILE.format(root="ROOT")),
        "crash": crash,
        "changed": exits,
        "unsolved": release(course),
        "broken": "{",
    }


@pytest.fixture(scope="module")
def graded(course: Course, notebooks: dict[str, NotebookNode | str]) -> Callable[[str], Report]:
    """What `autograder grade` says of each."""
    for name, notebook in notebooks.items():
        put(notebook, course.root / "submitted" / name / "double" / "double.ipynb")
    grading = Grading(course, "double", best())
    grading.run(grading.students(), jobs=1)

    def report(name: str) -> Report:
        kept = read_report(report_path(course, "double", name))
        assert kept is not None
        return kept.report

    return report


def put(notebook: NotebookNode | str, path: Path) -> None:
    if isinstance(notebook, str):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(notebook, encoding="utf-8")
    else:
        save(notebook, path)


MANY = """
import json, sys
from pathlib import Path
from autograder.publishing.gradescope.run import graded
root = Path(sys.argv[1])
for name in sys.argv[2:]:
    (root / name).rename(root / "submission")
    print("RESULTS", json.dumps(graded(root)))
    (root / "submission").rename(root / name)
"""


@pytest.fixture(scope="module")
def given(
    installed: tuple[Path, Path], notebooks: dict[str, NotebookNode | str], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[str, Any]]:
    """The results of each, one after another in one process: importing torch takes longer than grading."""
    root = tmp_path_factory.mktemp("many") / "autograder"
    shutil.copytree(installed[0], root / "source")
    (root / "nothing").mkdir()
    for name, notebook in notebooks.items():
        put(notebook, root / name / "double.ipynb")
    names = ["nothing", *notebooks]
    words = [sys.executable, "-P", "-c", MANY, str(root), *names]
    env = {**os.environ, "PYTHONPATH": str(installed[1])}
    done = subprocess.run(words, cwd=root, env=env, capture_output=True, text=True, timeout=300, check=True)
    lines = [line.removeprefix("RESULTS ") for line in done.stdout.splitlines() if line.startswith("RESULTS ")]
    return dict(zip(names, map(json.loads, lines), strict=True))


@pytest.mark.parametrize("name", ["right", "wrong", "hostile", "crash", "changed", "unsolved", "broken"])
def test_the_same_marks_as_autograder_grade(
    name: str, given: dict[str, dict[str, Any]], graded: Callable[[str], Report]
) -> None:
    found, report = given[name], graded(name)
    assert found["score"] == report.score
    assert [(one["number"], one["name"], one["score"], one["max_score"], one["status"]) for one in found["tests"]] == [
        (
            f"{t}.{c}",
            check.title,
            check.points,
            check.max_points,
            "passed" if check.outcome is Outcome.PASSED else "failed",
        )
        for t, task in enumerate(report.tasks, 1)
        for c, check in enumerate(task.checks, 1)
    ]
    assert found["extra_data"]["status"] == report.status
    assert sum(test["score"] for test in found["tests"]) == found["score"]
    for test, check in zip(found["tests"], (check for task in report.tasks for check in task.checks), strict=True):
        assert check.message in test["output"]


def test_what_a_submission_tries(root: Path, installed: tuple[Path, Path], course: Course) -> None:
    """It writes results of its own, reads the secret, comes with links, and under another name."""
    save(solved(course, double=HOSTILE.format(root=root)), root / "submission" / "deep" / "mine (2).ipynb")
    (root / "submission" / "double.ipynb").symlink_to(root / "source" / "setup.json")
    (root / "submission" / "all").symlink_to(root / "source")
    found, printed = submit(root, installed[1])
    assert (found["score"], found["extra_data"]["status"]) == (4.0, "graded")
    assert set(found["extra_data"]["attention"]) == {
        "the notebook is called deep/mine (2).ipynb",
        "all is a link and was left out",
        "double.ipynb is a link and was left out",
    }
    assert "look at: all is a link and was left out" in printed
    assert "deep" not in found["output"]


def test_nothing_handed_in(given: dict[str, dict[str, Any]]) -> None:
    found = given["nothing"]
    assert found["output"] == "Nothing in it can be graded: there is no notebook in it. Hand in again."
    assert found["score"] == 0.0
    assert {test["status"] for test in found["tests"]} == {"failed"}
    assert all(test["output"].startswith("Not judged") for test in found["tests"])


def test_a_grader_that_fails_gives_no_score_and_shows_students_nothing(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "source" / "setup.json").write_text("{", encoding="utf-8")
    running.main([str(root)])
    found = json.loads((root / "results" / "results.json").read_text(encoding="utf-8"))
    assert found == not_graded()
    assert found["output"] == NOT_GRADED
    assert "score" not in found
    assert capsys.readouterr().out.rstrip().splitlines()[-1].startswith("json.decoder.JSONDecodeError: ")
    assert [path.name for path in (root / "results").iterdir()] == ["results.json"]


def test_a_grader_that_cannot_even_start(root: Path, installed: tuple[Path, Path]) -> None:
    (root / "results").mkdir()
    (root / "results" / "results.json").write_text('{"score": 7}', encoding="utf-8")
    found, _ = submit(root, installed[1], python="/bin/false")
    assert found == not_graded()


def test_no_wall_no_score(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], course: Course
) -> None:
    def none(wanted: Isolation | None, course: Path) -> Isolation:
        raise CourseError("submissions cannot be walled in")

    monkeypatch.setattr(running, "best", none)
    save(solved(course), root / "submission" / "double.ipynb")
    assert running.graded(root) == not_graded()
    assert capsys.readouterr().out == "autograder: submissions cannot be walled in\n"


@pytest.mark.parametrize(
    ("name", "text", "memory"),
    [
        ("memory.max", str(1536 << 20), 748),
        ("memory.max", str(768 << 20), 256),
        ("memory.max", str(64 << 30), 2048),
        ("memory.max", "max", 2048),
        ("memory/memory.limit_in_bytes", str(2000 << 20), 1120),
        ("none", "", 2048),
    ],
)
def test_memory_for(tmp_path: Path, name: str, text: str, memory: int) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert running.memory_for(2048, tmp_path) == memory


FAKE_APT = '#!/bin/sh\necho "apt-get $*" >> "$LOG"\ncase "$*" in *@MISSING@*) exit 100;; esac\n'
FAKE_PYTHON = """#!/bin/sh
echo "$(basename "$0") $*" >> "$LOG"
[ "$1 $2" = "-m venv" ] || exit 0
mkdir -p "$3/bin"
for name in pip python uv; do cp "$FAKES/log" "$3/bin/$name"; done
"""
FAKE = '#!/bin/sh\necho "$0 $*" >> "$LOG"\n'


def set_up(root: Path, missing: str) -> list[str]:
    """Run setup.sh with programs that only note what they are asked."""
    fakes = root.parent / "fakes"
    fakes.mkdir()
    for name, text in (("apt-get", FAKE_APT.replace("@MISSING@", missing)), ("log", FAKE)):
        (fakes / name).write_text(text, encoding="utf-8")
    for minor in range(11, 15):
        (fakes / f"python3.{minor}").write_text(FAKE_PYTHON, encoding="utf-8")
    for path in fakes.iterdir():
        path.chmod(0o755)
    log = root.parent / "log"
    env = {"PATH": f"{fakes}:/usr/bin:/bin", "LOG": str(log), "FAKES": str(fakes), "AUTOGRADER_ROOT": str(root)}
    subprocess.run(["bash", str(root / "source" / "setup.sh")], env=env, check=True, capture_output=True, timeout=60)
    return log.read_text(encoding="utf-8").replace(str(root), "ROOT").splitlines()


def test_setup_takes_the_python_of_the_pins(root: Path) -> None:
    here = f"python3.{sys.version_info.minor}"
    (wheel,) = (root / "source").glob("*.whl")
    assert set_up(root, "nothing") == [
        "apt-get update -qq",
        "apt-get install -y -qq bubblewrap",
        f"apt-get install -y -qq {here} {here}-venv",
        f"{here} -m venv ROOT/venv",
        "ROOT/venv/bin/pip install --quiet --constraint constraints.txt "
        f"--extra-index-url https://download.pytorch.org/whl/cpu ./{wheel.name}",
        "ROOT/venv/bin/python -P -m autograder.publishing.gradescope.run --prepare ROOT",
    ]


def test_setup_goes_on_where_ubuntu_has_no_such_python(root: Path) -> None:
    here = sys.version_info.minor
    other = next(minor for minor in range(11, 15) if minor != here)
    said = set_up(root, f"python3.{here}")
    assert f"python3.{here} -m venv ROOT/venv" not in said
    assert f"python3.{other} -m venv ROOT/venv" in said


def test_command_and_plugin(course: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str], zipped: bytes) -> None:
    path = tmp_path / "out.zip"
    words = ["--course", str(course.root), "export", "double", "--to", "gradescope", "-o", str(path)]
    with pytest.raises(SystemExit) as ended:
        main([*words, "--visibility", "after_published"])
    out, err = capsys.readouterr()
    assert (ended.value.code, err) == (0, "")
    assert out == f"wrote {path}: upload it to Gradescope. The hidden checks and the secret are in it.\n"
    content = json.loads(texts("setup.json", path.read_bytes()))
    assert (content["visibility"], content["isolation"]) == ("after_published", None)
    with pytest.raises(SystemExit):
        main([*words, "--isolation", "none"])
    assert "can read the hidden checks" in capsys.readouterr().err
    assert json.loads(texts("setup.json", path.read_bytes()))["isolation"] == "none"
    exporter = "autograder.publishing.nbgrader_plugins.GradescopeExport"
    done = run(
        *("nbgrader", "export", "--exporter", exporter, "--to", str(path), "--assignment", "['double']"),
        cwd=course.root,
    )
    assert done.returncode == 0, done.stderr
    assert path.read_bytes() == zipped


class TestResults:
    def report(self, **more: Any) -> Report:
        checks = (
            CheckVerdict("a", "It is <b>.", Outcome.PASSED, 1.0, 1.0),
            CheckVerdict("b", "It works.", Outcome.FAILED, 0.0, 2.0, "3 < 4 \ud800", "off_by_one"),
            CheckVerdict("c", "It ends.", Outcome.NOT_JUDGED, 0.0, 0.5, "It depends on b."),
        )
        quiz = TaskVerdict("quiz", (CheckVerdict("q", "Right.", Outcome.PASSED, 0.5, 0.5),), follow_through=True)
        return Report("hw", (TaskVerdict("one", checks), quiz), **{"seconds": 1.23456, **more})

    def test_visible(self) -> None:
        found = results(self.report(isolation="landlock", attention=("x",)))
        assert {name: value for name, value in found.items() if name != "tests"} == {
            "score": 1.5,
            "execution_time": 1.235,
            "output": "one: 1 of 3.5\nquiz: 0.5 of 0.5\nIn all: 1.5 of 4",
            "output_format": "text",
            "test_output_format": "text",
            "test_name_format": "text",
            "visibility": "visible",
            "stdout_visibility": "hidden",
            "extra_data": {"status": "graded", "isolation": "landlock", "attention": ["x"]},
        }
        assert found["tests"][1] == {
            "number": "1.2",
            "name": "It works.",
            "name_format": "text",
            "score": 0.0,
            "max_score": 2.0,
            "status": "failed",
            "output": "3 < 4 ? [off by one]",
            "output_format": "text",
            "tags": ["one"],
            "visibility": "visible",
        }
        assert [(one["number"], one["status"], one["output"]) for one in (found["tests"][n] for n in (0, 2, 3))] == [
            ("1.1", "passed", ""),
            ("1.3", "failed", "Not judged.\nIt depends on b."),
            ("2.1", "passed", "An earlier task is wrong; this one was judged with a right answer to it in its place."),
        ]

    @pytest.mark.parametrize("visibility", [one for one in Visibility if one is not Visibility.VISIBLE])
    def test_later_or_never_tells_no_score_before(self, visibility: Visibility) -> None:
        found = results(self.report(), visibility)
        assert found["visibility"] == visibility.value
        assert {one["visibility"] for one in found["tests"]} == {visibility.value}
        assert found["output"] == ""

    def test_what_ended_the_process_is_said(self) -> None:
        found = results(self.report(status="out-of-memory"))
        assert found["output"].endswith("\nYour code used more memory than the 2,048 MB that are allowed.")
