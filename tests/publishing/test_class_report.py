"""`autograder report`: a page for the class."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote

import pytest
from helpers import run
from nbgrader.api import Gradebook
from test_feedback import text

from autograder.course import Course
from autograder.publishing.class_report import write_class_report
from autograder.publishing.feedback import write_feedback

NOW = datetime(2026, 11, 30, 6, 30, tzinfo=UTC)
CHANGED = ("expect.close(result, 2 * x, tolerance=1e-5,", "expect.close(result, x + 2, tolerance=1e-5,")


@pytest.fixture
def page(graded: Course) -> Callable[..., str]:
    """`page(**options)`: the page as it was written."""

    def write(**options: object) -> str:
        path = graded.root / "report.html"
        write_class_report(graded, "double", path, now=NOW, **options)  # type: ignore[arg-type]
        return path.read_text(encoding="utf-8")

    return write


def test_what_an_instructor_sees(page: Callable[..., str]) -> None:
    seen = text(page())
    assert "Twice as much Made on 2026-11-30 at 06:30." in seen
    assert "6 of 6 students handed in; 5 have marks." in seen
    # ada 4, bob 2, cleo 0, dan 1 of 4 (what his broken cell took with it), fay 4
    assert "Lowest 0, median" in seen
    assert "2 of 5 have full marks." in seen
    assert "eve: its status is invalid" in seen
    assert "dan: its status is crashed" in seen
    assert "adds two (double) : 1 student Doubling is adding two. bob" in seen
    assert "1 of the" in seen
    assert "They ran behind: bubblewrap." in seen


def test_the_specimen_stands_below_its_misconception(page: Callable[..., str]) -> None:
    html = page()
    assert "The known wrong answer that shows it" in html
    assert "Doubling is adding two." in html


def test_links_lead_to_feedback_that_is_there(graded: Course, page: Callable[..., str]) -> None:
    assert 'href="feedback' not in page()
    write_feedback(graded, "double")
    links = re.findall(r'href="([^"#]+)"', page())
    assert len(set(links)) == 6
    assert all((graded.root / unquote(link)).is_file() for link in links)


def test_without_names(graded: Course, page: Callable[..., str]) -> None:
    write_feedback(graded, "double")
    html = page(anonymous=True)
    for student in ("ada", "bob", "cleo", "dan", "eve", "fay"):
        assert not re.search(rf"\b{student}\b", html)
    assert "<a " not in html
    assert "2 submissions: a human should look" in text(html)


def test_only_our_own_script_may_run(page: Callable[..., str]) -> None:
    html = page()
    (script,) = re.findall(r"<script>(.*?)</script>", html, flags=re.S)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src &#39;sha256-{digest}&#39;" in html
    assert len(html) < 1_000_000


def test_names_are_text(graded: Course, page: Callable[..., str]) -> None:
    with Gradebook(f"sqlite:///{graded.root}/gradebook.db", "mini") as gradebook:
        gradebook.update_or_create_student("ada", first_name="<script>alert(1)</script>", last_name="O'Hara")
        gradebook.update_or_create_student("zoe", first_name="Zoë", last_name="")
    html = page()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; O&#39;Hara" in html
    assert html.count("<script>") == 1
    assert "Zoë – – – – not handed in" in text(html)


def test_what_a_regrade_would_change(graded: Course) -> None:
    nothing = run("autograder", "report", "double", "--regrade", cwd=graded.root)
    assert (nothing.returncode, nothing.stderr) == (0, "")
    seen = text((graded.root / "report.html").read_text(encoding="utf-8"))
    assert "No mark: with the checks as they are now, everyone gets what the gradebook has." in seen

    checks = graded.checks("double") / "tensors.py"
    before = checks.read_text(encoding="utf-8")
    assert before.count(CHANGED[0]) == 1
    checks.write_text(before.replace(*CHANGED), encoding="utf-8")
    with Gradebook(f"sqlite:///{graded.root}/gradebook.db", "mini") as gradebook:
        gradebook.find_grade("double", "double", "double", "fay").manual_score = 1.75
        gradebook.db.commit()
    book = (graded.root / "gradebook.db").read_bytes()
    ended = run("autograder", "report", "double", "--regrade", cwd=graded.root)
    assert (ended.returncode, ended.stderr) == (0, "")
    seen = text((graded.root / "report.html").read_text(encoding="utf-8"))
    assert "bob double 0 2 doubles: failed → passed; changes nothing: not judged → passed" in seen
    assert "ada double 2 0 doubles: passed → failed" in seen
    assert re.search("fay double 2 0 doubles: passed → failed; .*; a human&#39;s points stand", seen)
    assert (graded.root / "gradebook.db").read_bytes() == book


def test_the_file_is_where_it_was_asked(graded: Course, tmp_path: Path) -> None:
    ended = run("autograder", "report", "double", "--output", tmp_path / "class.html", cwd=graded.root)
    assert (ended.returncode, ended.stdout) == (0, f"the class: {tmp_path / 'class.html'}\n")
    assert (tmp_path / "class.html").is_file()
    ended = run("autograder", "report", "double", "--output", tmp_path / "no" / "class.html", cwd=graded.root)
    assert ended.returncode == 2
    assert "cannot be written: No such file or directory" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_before_anybody_was_graded(graded: Course) -> None:
    (graded.root / "gradebook.db").unlink()
    ended = run("autograder", "report", "double", cwd=graded.root)
    assert ended.returncode == 2
    assert "the gradebook has no marks for double. Run `autograder grade double` first." in ended.stderr
