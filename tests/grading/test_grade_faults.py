"""What makes other graders give wrong marks, lose submissions or leak: one class with all of it, graded once."""

from __future__ import annotations

import copy
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import pytest
from helpers import find, release, run, save, scores, solved
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.api import Gradebook

from autograder.course import CONFIG, Course

FULL = {"double": 2.0, "quadruple": 1.0, "quiz": 1.0}
NOTHING = dict.fromkeys(FULL, 0.0)
DOUBLE = "def double(x):\n    return 2 * x\n"
WRONG = "def double(x):\n    return x + 2\n"
HOOKS = """
import ast, torch
shell = get_ipython()
class Forget(ast.NodeTransformer):
    def visit_Assert(self, node):
        return None
shell.ast_transformers.append(Forget())
shell.input_transformers_post.append(lambda lines: [])
"""
REPLACED = """
import torch
async def nothing(*a, **k): ...
shell = get_ipython()
shell.run_cell_async = nothing
shell.run_cell = lambda *a, **k: None
torch.equal = torch.allclose = torch.isclose = lambda *a, **k: True
"""
WRITES = """
import os, sqlite3
for folder in (r"{root}", "../../..", "."):
    try:
        base = sqlite3.connect(os.path.join(folder, "gradebook.db"))
        base.execute("update grade set auto_score = 99")
        base.commit()
        print("written")
    except Exception as error:
        print(type(error).__name__)
print(os.path.exists(r"{root}"))
open("evil.txt", "w").write("mine")
open(os.path.expanduser("~/evil.txt"), "w").write("mine")
"""
LISTENS = """
def tell(result):
    print(result.info.raw_cell, get_ipython().user_ns.get("In"))
get_ipython().events.register("post_run_cell", tell)
"""
HANG = """
import time
while True:
    try:
        while True:
            time.sleep(0.01)
    except BaseException:
        pass
"""
ODD_NAMES = ("Zoë O'Neil", 'a "b" c', "[red]x", "per%cent {x}", ":bug:", "- -force")


@dataclass(frozen=True)
class Graded:
    """The class after it was graded."""

    course: Course
    ended: subprocess.CompletedProcess[str]
    reports: Mapping[str, Any]
    marks: Mapping[str, Mapping[str, float | None]]

    def notebook(self, student: str) -> NotebookNode:
        return nbformat.read(self.course.root / "autograded" / student / "double" / "double.ipynb", as_version=4)

    def files(self, student: str) -> list[str]:
        folder = self.course.root / "autograded" / student / "double"
        return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def notebooks(course: Course) -> dict[str, NotebookNode]:
    """One notebook for each fault that is in the notebook itself."""
    made = {name: solved(course) for name in ("ada", "copied", "flags", "bare", "deleted", "given", "half", *ODD_NAMES)}
    made["warns"] = solved(
        course, double=f"import sys, warnings\nwarnings.warn('old')\nsys.stderr.write('oh')\n{DOUBLE}"
    )
    made["unsolved"] = release(course)
    made["wrong"] = solved(course, double=WRONG)
    made["tags"] = solved(course, double=WRONG)
    for name in ("given-01", *FULL):
        find(made["tags"], name).metadata["tags"] = ["skip-execution"]
    for name, code in (("hooks", HOOKS), ("replaced", REPLACED)):
        made[name] = release(course)
        made[name].cells.insert(0, new_code_cell(code))
    made["listens"] = solved(course)
    made["listens"].cells.insert(0, new_code_cell(LISTENS))
    made["writes"] = solved(course, double=WRITES.format(root=course.root) + DOUBLE)
    made["copied"].cells += [
        copy.deepcopy(find(made["copied"], name)) for name in ("double", "given-01", "quiz-answer")
    ]
    for name, entry in (
        ("double", {"grade": False, "points": 100}),
        ("double-answer", {"solution": False, "locked": True, "grade": True, "points": 50}),
        ("quadruple", {"points": 7, "solution": True, "locked": False}),
        ("given-01", {"locked": False, "solution": True}),
    ):
        find(made["flags"], name).metadata["nbgrader"] |= entry
    for cell in made["bare"].cells:
        cell.metadata = NotebookNode()
    made["deleted"].cells = [cell for cell in made["deleted"].cells if cell != find(made["deleted"], "quadruple")]
    find(made["given"], "given-01").source += "\nFACTOR = 3"
    find(made["half"], "double-answer").source = DOUBLE + "# \ud800"
    made["exits"] = solved(course, quadruple="import os\nos._exit(0)")
    made["segfault"] = solved(course, quadruple="import ctypes\nctypes.string_at(0)")
    made["hangs"] = solved(course, quadruple=HANG)
    made["flood"] = solved(course, double=f"print('x' * 20_000_000)\n{DOUBLE}")
    made["script"] = solved(
        course, double=f"from IPython.display import HTML, display\ndisplay(HTML('<script>1</script>'))\n{WRONG}"
    )
    made["script"].cells.insert(2, new_markdown_cell("<script>alert(2)</script>"))
    return made


def hand_in(course: Course) -> None:
    """The notebooks, and what is wrong with files and folders."""

    def folder(student: str) -> Path:
        path = course.root / "submitted" / student / "double"
        path.mkdir(parents=True, exist_ok=True)
        return path

    for student, notebook in notebooks(course).items():
        text = json.dumps(notebook).encode("utf-8", "surrogatepass")
        (folder(student) / "double.ipynb").write_bytes(text)
    save(solved(course), folder("renamed") / "my homework.ipynb")
    save(solved(course), folder("capitals") / "Double.IPYNB")
    save(solved(course), folder("two") / "double.ipynb")
    save(release(course), folder("two") / "double-Copy1.ipynb")
    save(solved(course), folder("unclear") / "a.ipynb")
    save(release(course), folder("unclear") / "b.ipynb")
    save(solved(course), folder("late") / "double.ipynb")
    (course.root / "submitted" / "late" / "double" / "timestamp.txt").write_text("when it was done")
    (folder("garbage") / "double.ipynb").write_bytes(b"\0\1 garbage \xff")
    folder("empty")
    (folder("folder") / "double.ipynb").mkdir()
    save(solved(course), folder("both") / "other.ipynb")
    save(solved(course), course.root / "submitted" / "both" / "double" / "double.ipynb" / "inner.txt")
    os.mkfifo(folder("pipe") / "double.ipynb")
    links = folder("links")
    save(solved(course), links / "double.ipynb")
    (links / "notes.txt").write_text("my notes")
    (links / "data.bin").symlink_to("../../../nbgrader_config.py")
    (links / "answers").symlink_to("../../../solutions")
    (links / "gone").symlink_to("nowhere")
    whole = course.root / "submitted" / "linked" / "double"
    whole.parent.mkdir()
    whole.symlink_to("../ada/double")
    (course.root / "submitted" / "filed").mkdir()
    (course.root / "submitted" / "filed" / "double").write_text("a file")
    for student in (".hidden", "guest"):
        save(solved(course), folder(student) / "double.ipynb")


@pytest.fixture(scope="module")
def graded(
    tmp_path_factory: pytest.TempPathFactory,
    make_course: Callable[[Path], Course],
    in_gradebook: Callable[..., Any],
    report_of: Callable[..., Any],
) -> Graded:
    course = make_course(tmp_path_factory.mktemp("faults") / "mini")
    config = course.root / CONFIG
    limits = 'c.Autograder.seconds = 10.0\nc.CourseDirectory.student_id_exclude = "guest"\n'
    config.write_text(config.read_text(encoding="utf-8") + limits, encoding="utf-8")
    hand_in(course)
    ended = run("autograder", "grade", "double", cwd=course.root)
    reports = {path.stem: report_of(course, path.stem) for path in (course.root / "reports" / "double").iterdir()}
    return Graded(course, ended, reports, in_gradebook(course))


def test_no_fault_stops_the_run(graded: Graded) -> None:
    assert (graded.ended.returncode, graded.ended.stderr) == (0, "")
    handed_in = {path.name for path in (graded.course.root / "submitted").iterdir()} - {".hidden", "guest"}
    assert set(graded.reports) == set(graded.marks) == handed_in


RIGHT = ("ada", "warns", "writes", "copied", "flags", "bare", "deleted", "given", "flood", "listens", "renamed",
         "capitals", "two", "late", "both", "links", *ODD_NAMES)  # fmt: skip


@pytest.mark.parametrize("student", RIGHT)
def test_what_is_wrong_around_a_right_answer_costs_nothing(graded: Graded, student: str) -> None:
    """A warning, damage to metadata and marking cells, odd names of students and files, stray files."""
    assert (graded.reports[student]["status"], scores(graded.reports[student])) == ("graded", FULL)
    assert graded.marks[student] == FULL


@pytest.mark.parametrize("student", ["unsolved", "hooks", "replaced"])
def test_nothing_is_given_for_nothing(graded: Graded, student: str) -> None:
    """Hooks that drop asserts or cells, a shell that runs nothing, a torch that calls everything equal."""
    assert scores(graded.reports[student]) == graded.marks[student] == NOTHING


@pytest.mark.parametrize("student", ["wrong", "tags", "script", "half"])
def test_a_wrong_answer_costs_its_task_whatever_its_cells_are_tagged(graded: Graded, student: str) -> None:
    assert scores(graded.reports[student]) == graded.marks[student] == {**FULL, "double": 0.0}


@pytest.mark.parametrize(
    ("student", "status", "sentence"),
    [
        ("exits", "crashed", "Your code ended the process that it ran in."),
        ("segfault", "crashed", "Your code ended the process that it ran in."),
        (
            "hangs",
            "timed-out",
            "Your code ran longer than is allowed: 10 seconds for one check, 10 for all cells, 110 for all checks.",
        ),
    ],
)
def test_a_dead_process_costs_its_own_task(graded: Graded, student: str, status: str, sentence: str) -> None:
    report = graded.reports[student]
    assert (report["status"], report["attention"]) == (
        status,
        [f"code cell 5: {sentence}", "quadruple was not attempted"],
    )
    assert scores(report) == graded.marks[student] == {**FULL, "quadruple": 0.0}
    (ended,) = find(graded.notebook(student), "quadruple-answer").outputs
    assert ended.evalue == sentence


@pytest.mark.parametrize(
    ("student", "attention"),
    [
        ("garbage", ["double.ipynb: it is not UTF-8 text"]),
        ("empty", ["there is no notebook in it"]),
        ("folder", ["there is no notebook in it"]),
        ("pipe", ["there is no notebook in it", "double.ipynb is a pipe and was left out"]),
        ("linked", ["there is no notebook in it", "double is a link, not a folder"]),
        ("filed", ["there is no notebook in it", "double is a file, not a folder"]),
        ("unclear", ["several notebooks answer the assignment, and none is called double.ipynb"]),
    ],
)
def test_what_cannot_be_graded_has_no_marks_and_says_why(graded: Graded, student: str, attention: list[str]) -> None:
    report = graded.reports[student]
    assert (report["status"], report["score"], report["attention"]) == ("invalid", 0.0, attention)
    assert graded.marks[student] == dict.fromkeys(FULL)
    assert not (graded.course.root / "autograded" / student / "double").exists()
    with Gradebook(f"sqlite:///{graded.course.root}/gradebook.db", "") as gradebook:
        assert gradebook.find_submission("double", student).needs_manual_grade


@pytest.mark.parametrize(
    ("student", "attention"),
    [
        ("ada", []),
        ("warns", []),
        ("writes", []),
        ("wrong", []),
        ("tags", []),
        ("flags", []),
        ("half", ["double was not attempted"]),
        ("unsolved", ["quiz was not attempted"]),
        (
            "copied",
            [
                "the cell double is there twice; the original was used once",
                "the cell given-01 is there twice; the original was used once",
                "the answer cell quiz-answer is there twice; both ran, and the last counts",
            ],
        ),
        ("bare", ["metadata are lost: cells found by their text or the names that they define: 9"]),
        ("deleted", ["the marking cell quadruple is missing; the original was put back"]),
        ("given", ["the locked cell given-01 was changed; the original was used"]),
        ("renamed", ["the notebook is called my homework.ipynb"]),
        ("capitals", ["the notebook is called Double.IPYNB"]),
        ("two", ["only double.ipynb counts, and there is also double-Copy1.ipynb"]),
        ("late", ["timestamp.txt cannot be read ('when it was done' is no time): no penalty was counted"]),
        ("both", ["the notebook is called other.ipynb"]),
        (
            "links",
            [
                "answers is a link and was left out",
                "data.bin is a link and was left out",
                "gone is a link and was left out",
            ],
        ),
    ],
)
def test_a_human_hears_of_damage_and_of_nothing_else(graded: Graded, student: str, attention: list[str]) -> None:
    """No cell with hidden tests is called changed unless somebody changed it."""
    assert graded.reports[student]["attention"] == attention
    listed = [line for line in graded.ended.stdout.splitlines() if line.startswith(f"  {student}: ")]
    told = [sentence for sentence in attention if not sentence.endswith("was not attempted")]
    assert listed == ([f"  {student}: {'; '.join(told)}"] if told else [])


def test_the_terminal_shows_marks_by_task_and_how_it_went(graded: Graded) -> None:
    lines = graded.ended.stdout.splitlines()
    rows = [line.split() for line in lines if line.strip().startswith(("double ", "quadruple ", "quiz ", "all "))]
    many = len(graded.reports)
    full = {name: sum(scores(report)[name] == FULL[name] for report in graded.reports.values()) for name in FULL}
    means = {name: f"{sum(scores(r)[name] for r in graded.reports.values()) / many:.2f}" for name in FULL}
    total = f"{sum(report['score'] for report in graded.reports.values()) / many:.2f}"
    assert rows == [
        *[[n, str(full[n]), "0", str(many - full[n]), means[n], "of", f"{FULL[n]:g}"] for n in FULL],
        ["all", total, "of", "4"],
    ]
    (words,) = [line for line in lines if " graded in " in line]
    assert re.fullmatch(
        rf"{many} submissions graded in [\d.]+ s \([\d.]+ a second\); 10 could not be graded wholly", words
    )


def test_the_sandbox_sees_neither_course_nor_gradebook_and_lets_no_file_out(graded: Graded) -> None:
    (printed,) = find(graded.notebook("writes"), "double-answer").outputs
    assert printed.text.splitlines()[0] in ("OperationalError", "DatabaseError")
    assert printed.text.splitlines()[-1] == "False"
    assert not list(graded.course.root.rglob("evil.txt"))
    assert graded.files("writes") == ["double.ipynb"]


def test_a_hook_hears_of_no_hidden_test(graded: Graded) -> None:
    outputs = [output for cell in graded.notebook("listens").cells for output in cell.get("outputs", ())]
    told = "".join(output.text for output in outputs if output.output_type == "stream")
    assert "quiz_sign = " in told
    assert "import mark" not in told


def test_links_are_not_followed(graded: Graded) -> None:
    assert graded.files("links") == ["double.ipynb", "notes.txt"]
    folder = graded.course.root / "autograded" / "links" / "double"
    assert (folder / "notes.txt").read_text() == "my notes"
    assert not any(path.is_symlink() for path in (graded.course.root / "autograded").rglob("*"))


def test_a_folder_of_a_notebooks_name_gives_way_to_it(graded: Graded) -> None:
    assert graded.files("both") == ["double.ipynb"]


def test_one_endless_line_is_cut(graded: Graded) -> None:
    (output,) = find(graded.notebook("flood"), "double-answer").outputs
    assert output.text.startswith("xxxx")
    assert output.text.endswith("\n[The output was longer than allowed and is cut here.]")
    assert (graded.course.root / "autograded" / "flood" / "double" / "double.ipynb").stat().st_size < 300_000


def test_marked_notebooks_are_the_instructors_around_the_answers(graded: Graded) -> None:
    """Tags, flags, points and tests are the instructor's, and none is there twice or missing."""
    original = graded.notebook("ada")
    for student in ("tags", "flags", "bare", "deleted", "given", "copied"):
        marked = graded.notebook(student)
        for name in ("given-01", "double", "quadruple", "quiz"):
            assert [c.source for c in marked.cells if c.metadata.get("nbgrader", {}).get("grade_id") == name] == [
                find(original, name).source
            ]
            assert find(marked, name).metadata == find(original, name).metadata
        nbformat.validate(marked)


def test_hidden_inputs_and_answers_are_in_nothing_that_a_student_may_get(graded: Graded) -> None:
    """Reports, outputs, and nbgrader's own page of feedback, which shows the marking cell's own text: the sentences
    of its checks, and no line of one."""
    ended = run("nbgrader", "generate_feedback", "double", "--student", "script", cwd=graded.course.root)
    assert ended.returncode == 0, ended.stderr
    page = graded.course.root / "feedback" / "script" / "double" / "double.html"
    shown = page.read_text(encoding="utf-8")
    assert "Every value is doubled." in shown
    shown += "".join(p.read_text(encoding="utf-8") for p in (graded.course.root / "reports").rglob("*.json"))
    text = "\n".join(line.strip() for line in re.sub(r"<[^>]*>", "", shown).splitlines())
    hidden = [
        line.strip()
        for path in graded.course.checks("double").glob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("    ") and '"""' not in line
    ]
    assert len(hidden) > 10
    assert [line for line in hidden if line in text] == []


@pytest.mark.slow
def test_no_worker_leaves_a_folder_of_its_own(graded: Graded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    course = Course(tmp_path / "course")
    shutil.copytree(graded.course.root, course.root, symlinks=True, ignore=shutil.ignore_patterns("pipe"))
    (course.root / "reports" / "double" / "ada.json").unlink()
    folder = Path(tempfile.mkdtemp(prefix="t", dir="/tmp"))  # a short name: workers have sockets in there
    monkeypatch.setenv("TMPDIR", str(folder))
    ended = run("autograder", "grade", "double", "--student", "ada", cwd=course.root)
    assert (ended.returncode, ended.stdout.splitlines()[-1][:22]) == (0, "1 submission graded in")
    left = list(folder.iterdir())
    shutil.rmtree(folder)
    assert left == []
