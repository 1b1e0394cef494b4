"""`autograder feedback` and `nbgrader generate_feedback`: a page for each student."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import run
from nbgrader.api import Gradebook
from test_clean_html import Reader

from autograder.commands.common import complain
from autograder.course import CONFIG, Course
from autograder.errors import AutograderError
from autograder.publishing.feedback import write_feedback

OURS = "c.GenerateFeedback.exporter_class = 'autograder.publishing.nbgrader_feedback.FeedbackExporter'\n"


def page_of(course: Course, student: str) -> Path:
    return course.root / "feedback" / student / "double" / "double.html"


@pytest.fixture(scope="module")
def pages(graded_class: Course) -> Callable[[str], str]:
    write_feedback(graded_class, "double")
    return lambda student: page_of(graded_class, student).read_text(encoding="utf-8")


def text(html: str) -> str:
    """What a reader sees, in one line."""
    body = re.sub(r"<style>.*?</style>", "", html, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


def test_full_marks(pages: Callable[[str], str]) -> None:
    seen = text(pages("ada"))
    assert "Twice as much Feedback for ada 4 of 4 points" in seen
    assert "double 2 of 2 3 passed" in seen
    assert "Passed (1 of 1) : Every value is doubled." in seen
    assert "Failed" not in seen


def test_a_mistake_has_its_reason_its_name_and_a_picture(pages: Callable[[str], str]) -> None:
    html, seen = pages("bob"), text(pages("bob"))
    assert "2 of 4 points" in seen
    assert "double 0 of 2 1 failed, 2 not judged" in seen
    assert "This is what adds two looks like." in seen
    assert "What 10 becomes." in seen
    assert html.count("<svg") == 1
    assert 'role="img" aria-label="Twice the numbers 0 to 11: what your `double` gives, and what is right.' in html
    assert "The first dimension that differs is 0; a dotted line marks it." in seen


def test_follow_through_is_said_plainly(pages: Callable[[str], str]) -> None:
    seen = text(pages("bob"))
    assert (
        "quadruple: 1 of 1 This was judged with a right answer in place of an earlier one of yours that is wrong"
        in seen
    )


def test_not_solved(pages: Callable[[str], str]) -> None:
    seen = text(pages("cleo"))
    assert "0 of 4 points" in seen
    assert "NotImplementedError" in seen


def test_a_notebook_that_died_and_one_that_is_none(pages: Callable[[str], str]) -> None:
    assert "The process that your notebook ran in ended before its time." in text(pages("dan"))
    seen = text(pages("eve"))
    assert "No marks yet" in seen
    assert "What you handed in could not be graded." in seen
    assert "There is no notebook to show" in seen


def test_no_script_of_a_student_is_on_the_page(pages: Callable[[str], str]) -> None:
    html = pages("fay")
    reader = Reader()
    reader.feed(html[html.index("<main>") : html.index("</main>")])
    ours = re.compile(r"\w+ (class|id)|a href=#|svg|figure")
    assert [one for one in reader.bad if not ours.match(one)] == []
    assert "<iframe" not in html
    assert html.count("<script") == 0
    assert "&lt;script&gt;alert(&#39;stream&#39;)" in html
    assert "default-src &#39;none&#39;" in html or "default-src 'none'" in html


def test_nothing_of_the_judge_or_of_others_is_on_a_page(graded_class: Course, pages: Callable[[str], str]) -> None:
    for student in ("ada", "bob", "cleo", "dan", "eve", "fay"):
        html = pages(student)
        for secret in ("from autograder import", "mark(", str(graded_class.root), "site-packages"):
            assert secret not in html
        others = {"ada", "bob", "cleo", "dan", "eve", "fay"} - {student}
        assert [other for other in others if re.search(rf"\b{other}\b", html)] == []
        assert len(html) < 1_000_000


def test_headings_go_down_one_by_one(pages: Callable[[str], str]) -> None:
    for student in ("ada", "bob", "fay"):
        levels = [int(level) for level in re.findall(r"<h([1-6])", pages(student))]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_only_the_page_lies_in_a_students_folder(graded: Course) -> None:
    (graded.root / "autograded" / "ada" / "double" / "data.bin").symlink_to("../../../gradebook.db")
    folder = page_of(graded, "ada").parent
    folder.mkdir(parents=True)
    (folder / "old.html").write_text("an older page", encoding="utf-8")
    ended = run("autograder", "feedback", "double", cwd=graded.root)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "6 pages: feedback/STUDENT/double/double.html\n"
    assert [path.name for path in folder.iterdir()] == ["double.html"]


def test_one_student(graded: Course) -> None:
    ended = run("autograder", "feedback", "double", "--student", "bob", cwd=graded.root)
    assert ended.stdout == "1 page: feedback/STUDENT/double/double.html\n"
    assert [path.name for path in (graded.root / "feedback").iterdir()] == ["bob"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("double", "--student", "zoe"), "the gradebook knows no student 'zoe'"),
        (("triple",), "no assignment is called 'triple'"),
    ],
)
def test_mistakes_get_one_line(graded: Course, words: tuple[str, ...], says: str) -> None:
    ended = run("autograder", "feedback", *words, cwd=graded.root)
    assert ended.returncode == 2
    assert says in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_before_anybody_was_graded(graded: Course) -> None:
    (graded.root / "gradebook.db").unlink()
    ended = run("autograder", "feedback", "double", cwd=graded.root)
    assert ended.returncode == 2
    assert "the gradebook has no marks for double. Run `autograder grade double` first." in ended.stderr


def test_what_a_human_gave_and_wrote(graded: Course) -> None:
    with Gradebook(f"sqlite:///{graded.root}/gradebook.db", "mini") as gradebook:
        grade = gradebook.find_grade("double", "double", "double", "bob")
        grade.manual_score, grade.extra_credit = 1.5, 0.25
        submission = gradebook.find_submission("double", "bob")
        submission.notebooks[0].comments[0].manual_comment = "Nearly <b>there</b>."
        submission.notebooks[0].late_submission_penalty = 1.0
        gradebook.db.commit()
    write_feedback(graded, "double", ["bob"])
    html = page_of(graded, "bob").read_text(encoding="utf-8")
    seen = text(html)
    assert "2.75 of 4 points" in seen
    assert "1 point was taken off because it came late." in seen
    assert "A teacher gave these points; the autograder gave 0." in seen
    assert "0.25 of them are extra credit." in seen
    assert "A teacher writes: Nearly &lt;b&gt;there&lt;/b&gt;." in seen


def test_a_report_that_the_gradebook_left_behind_is_not_shown(graded: Course) -> None:
    path = graded.root / "reports" / "double" / "bob.json"
    report = json.loads(path.read_text(encoding="utf-8"))
    report["tasks"][0]["checks"][0].update(outcome="passed", points=1.0)
    path.write_text(json.dumps(report), encoding="utf-8")
    write_feedback(graded, "double", ["bob"])
    seen = text(page_of(graded, "bob").read_text(encoding="utf-8"))
    assert "double: 0 of 2" in seen
    assert "Every value is doubled." not in seen


def test_nbgrader_gives_the_same_page(graded: Course) -> None:
    write_feedback(graded, "double")
    ours = {path.parent.parent.name: path.read_bytes() for path in graded.root.glob("feedback/*/double/double.html")}
    del ours["eve"]  # nbgrader makes pages of notebooks alone
    (graded.root / "feedback").rename(graded.root / "before")
    config = graded.root / CONFIG
    config.write_text(config.read_text(encoding="utf-8") + OURS, encoding="utf-8")
    secret = graded.root / "autograded" / "ada" / "double" / "data.bin"
    secret.symlink_to("../../../gradebook.db")
    ended = run("nbgrader", "generate_feedback", "double", cwd=graded.root)
    assert ended.returncode == 0, ended.stderr
    found = {path.parent.parent.name: path.read_bytes() for path in graded.root.glob("feedback/*/double/*")}
    assert found == ours


def spoil_with_text(notebook: Path) -> None:
    notebook.write_text("{}", encoding="utf-8")


def spoil_with_a_list(notebook: Path) -> None:
    notebook.write_text("[1]", encoding="utf-8")


def spoil_with_bytes(notebook: Path) -> None:
    notebook.write_bytes(b"\xff\x00")


def spoil_with_a_link(notebook: Path) -> None:
    notebook.unlink()
    notebook.symlink_to("../../bob/double/double.ipynb")


def spoil_with_a_linked_folder(notebook: Path) -> None:
    notebook.parent.rename(notebook.parent.with_name("away"))
    notebook.parent.symlink_to("../bob/double")


def spoil_with_a_folder(notebook: Path) -> None:
    notebook.unlink()
    notebook.mkdir()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (spoil_with_text, "it is no notebook that can be read"),
        (spoil_with_a_list, "it is no notebook that can be read"),
        (spoil_with_bytes, "it is no notebook that can be read"),
        (spoil_with_a_folder, "it is no notebook that can be read"),
        (spoil_with_a_link, "it is a link"),
        (spoil_with_a_linked_folder, "it is a link"),
        (Path.unlink, "it is missing"),
    ],
)
def test_a_damaged_notebook_costs_one_page(graded: Course, spoil: Callable[[Path], object], says: str) -> None:
    old = page_of(graded, "ada")
    old.parent.mkdir(parents=True)
    old.write_text("an older page", encoding="utf-8")
    notebook = graded.root / "autograded" / "ada" / "double" / "double.ipynb"
    spoil(notebook)
    done = write_feedback(graded, "double")
    assert done.written == ("bob", "cleo", "dan", "eve", "fay")
    assert [str(error) for error in done.failed] == [f"{notebook}: {says}. Grade again with --force."]
    assert not old.exists()


def test_what_failed_is_named_at_the_end(graded: Course) -> None:
    spoil_with_text(graded.root / "autograded" / "ada" / "double" / "double.ipynb")
    ended = run("autograder", "feedback", "double", cwd=graded.root)
    assert ended.returncode == 2
    assert ended.stdout == "5 pages: feedback/STUDENT/double/double.html\n"
    assert [line for line in ended.stderr.splitlines() if "no notebook that can be read" in line] != []
    assert "Traceback" not in ended.stderr


def test_a_cell_of_no_form_costs_itself(graded: Course) -> None:
    path = graded.root / "autograded" / "ada" / "double" / "double.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["cells"][0]["metadata"] = {"nbgrader": ["grade"]}
    path.write_text(json.dumps(notebook), encoding="utf-8")
    assert "ada" in write_feedback(graded, "double").written
    seen = text(page_of(graded, "ada").read_text(encoding="utf-8"))
    assert "This cell cannot be shown." in seen
    assert "4 of 4 points" in seen


def test_odd_words_and_numbers_in_a_report(graded: Course) -> None:
    path = graded.root / "reports" / "double" / "bob.json"
    report = json.loads(path.read_text(encoding="utf-8"))
    task = report["tasks"][0]
    task["checks"][0].update(max_points=1e30, misconception="half \ud800", message="turned \u202e round")
    task["pictures"][0].update(title="half \udfff", theirs=[[1e308, None]], right=[[-1e308, None]])
    path.write_text(json.dumps(report), encoding="utf-8")
    assert "bob" in write_feedback(graded, "double").written
    seen = text(page_of(graded, "bob").read_text(encoding="utf-8"))
    assert "(0 of 1e+30)" in seen
    assert "half \N{REPLACEMENT CHARACTER} looks like" in seen
    assert "turned \N{REPLACEMENT CHARACTER} round" in seen
    ended = run("autograder", "report", "double", cwd=graded.root)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_picture_of_nothing_is_no_report(graded: Course) -> None:
    path = graded.root / "reports" / "double" / "bob.json"
    report = json.loads(path.read_text(encoding="utf-8"))
    report["tasks"][0]["pictures"][0].update(theirs=[[]], right=[[]])
    path.write_text(json.dumps(report), encoding="utf-8")
    write_feedback(graded, "double")
    html = page_of(graded, "bob").read_text(encoding="utf-8")
    assert "2 of 4 points" in text(html)
    assert "<svg" not in html


def test_who_has_no_page_is_named_without_control_characters(graded: Course) -> None:
    with Gradebook(f"sqlite:///{graded.root}/gradebook.db", "mini") as gradebook:
        gradebook.add_student("zoe\x1b[2J")
    ended = run("autograder", "feedback", "double", "--student", "zoe\x1b[2J", cwd=graded.root)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == (
        "0 pages: feedback/STUDENT/double/double.html\n"
        "not handed in, or not graded yet: zoe\N{REPLACEMENT CHARACTER}[2J\n"
    )


def test_an_error_has_no_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    complain(AutograderError("it is [bold]odd", where="\x1b[2Jname"))
    assert capsys.readouterr().err == "autograder: \N{REPLACEMENT CHARACTER}[2Jname: it is [bold]odd\n"
