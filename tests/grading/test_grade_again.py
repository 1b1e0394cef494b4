"""A second run grades what has changed, and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from helpers import save, solved
from three import CLASS, FULL, Clerk, mark_by_hand, notebook_of

from autograder.authoring import build as building
from autograder.course import CONFIG, Course
from autograder.grading import grade as grading

Grade = Callable[..., Any]
Edit = Callable[[Course], None]


def replace(name: str, old: str, new: str) -> Edit:
    def change(course: Course) -> None:
        path = course.root / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")

    return change


# Which are graded again: with workers that give every answer a point less than it had


def forget(*parts: str) -> Edit:
    def change(course: Course) -> None:
        path = course.root.joinpath(*parts)
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    return change


def cut(*parts: str) -> Edit:
    def change(course: Course) -> None:
        path = course.root.joinpath(*parts)
        path.write_bytes(path.read_bytes()[:100])

    return change


def resubmit(course: Course) -> None:
    save(solved(course), notebook_of(course, "bob"))


def add_timestamp(course: Course) -> None:
    notebook_of(course, "bob").with_name("timestamp.txt").write_text("2030-01-01 12:00:00 UTC")


def lose_a_mark(course: Course) -> None:
    mark_by_hand(course, "bob", auto_score=None)


def nothing(course: Course) -> None:
    pass


@pytest.mark.parametrize(
    ("change", "words", "again"),
    [
        (nothing, (), ()),
        (resubmit, (), ("bob",)),
        (add_timestamp, (), ("bob",)),
        (forget("autograded", "bob"), (), ("bob",)),
        (forget("autograded", "bob", "double", "double.ipynb"), (), ("bob",)),
        (forget("autograded"), (), CLASS),
        (forget("reports", "double", "bob.json"), (), ("bob",)),
        (cut("reports", "double", "bob.json"), (), ("bob",)),
        (forget("gradebook.db"), (), CLASS),
        (lose_a_mark, (), ("bob",)),
        (replace("autograder/checks/double/tensors.py", "draw.normal(2, 3)", "draw.normal(3, 2)"), (), CLASS),
        (replace("solutions/double/reference.py", "return FACTOR * x", "return x * FACTOR"), (), CLASS),
        (replace("autograder/specimens/double/double/adds_two.py", "x + 2", "x + 2.0"), (), CLASS),
        (replace(CONFIG, 'secret = "mini"', 'secret = "other"'), (), CLASS),
        (replace(CONFIG, 'secret = "mini"', 'hints = "hint"'), (), CLASS),
        (nothing, ("--force",), CLASS),
        (nothing, ("--student", "bob"), ()),
        (nothing, ("--student", "bob", "--force"), ("bob",)),
        (forget("gradebook.db"), ("--student", "ada", "--student", "bob"), ("ada", "bob")),
    ],
)
def test_what_is_graded_again(
    graded: Course, grade: Grade, clerk: Clerk, change: Edit, words: tuple[str, ...], again: tuple[str, ...]
) -> None:
    change(graded)
    ended = grade(graded, *words)
    assert (ended.code, ended.err, tuple(clerk.got)) == (0, "", again)


def test_a_second_run_writes_nothing(
    graded: Course, grade: Grade, clerk: Clerk, listing: Callable[[Path], Mapping[str, Any]]
) -> None:
    before = listing(graded.root)
    assert grade(graded).out == "3 submissions are as they were: nothing to grade\n"
    assert (clerk.got, listing(graded.root)) == ([], before)


def test_a_run_that_was_cut_short_goes_on(course: Course, grade: Grade, clerk: Clerk, monkeypatch: Any) -> None:
    write = grading.write_report

    def stop(path: Path, *rest: Any) -> None:
        if path.stem == "bob":
            raise KeyboardInterrupt
        write(path, *rest)

    with monkeypatch.context() as patched:
        patched.setattr(grading, "write_report", stop)
        assert grade(course).code == 130
    clerk.got.clear()
    assert grade(course).code == 0
    assert clerk.got == ["bob", "cleo"]


def test_what_the_grader_itself_fails_on_has_no_marks_and_is_tried_again(
    graded: Course, grade: Grade, clerk: Clerk, in_gradebook: Callable[..., Any], report_of: Callable[..., Any]
) -> None:
    resubmit(graded)
    clerk.fails = "bob"
    why = "the grader itself failed on it (it burst); this is not the student's fault"
    ended = grade(graded)
    assert (ended.code, ended.out.splitlines()[-1]) == (0, f"  bob: {why}")
    assert in_gradebook(graded)["bob"] == dict.fromkeys(FULL)
    report = report_of(graded, "bob")
    assert (report["status"], report["score"], report["max_score"], report["attention"]) == ("crashed", 0.0, 4.0, [why])
    assert not (graded.root / "autograded" / "bob" / "double").exists()
    clerk.fails = ""
    clerk.got.clear()
    assert grade(graded).code == 0
    assert (clerk.got, in_gradebook(graded)["bob"]) == (["bob"], dict.fromkeys(FULL, 0.5))


def test_two_runs_at_a_time_are_refused(course: Course, grade: Grade, clerk: Clerk) -> None:
    with grading.alone(course.root):
        ended = grade(course)
    assert ended == (2, "", f"autograder: {course.root}: another `autograder grade` is at work. Wait for it to end.\n")
    assert clerk.got == []


# With the sandbox


def test_a_broken_resubmission_keeps_no_former_marks(
    course: Course, grade: Grade, in_gradebook: Callable[..., Any], report_of: Callable[..., Any]
) -> None:
    """One that crashes has what it earns now; one that is no notebook, nothing; neither has what it had."""
    for student in CLASS:
        save(solved(course), notebook_of(course, student))
    assert grade(course).code == 0
    assert in_gradebook(course) == dict.fromkeys(CLASS, FULL)
    save(solved(course, double="import os\nos._exit(1)"), notebook_of(course, "ada"))
    notebook_of(course, "bob").write_text("{")
    notebook_of(course, "cleo").unlink()
    assert grade(course).code == 0
    assert in_gradebook(course) == {
        "ada": {"double": 0.0, "quadruple": 1.0, "quiz": 1.0},
        "bob": dict.fromkeys(FULL),
        "cleo": dict.fromkeys(FULL),
    }
    reports = {student: report_of(course, student) for student in CLASS}
    assert {name: (report["status"], report["score"]) for name, report in reports.items()} == {
        "ada": ("crashed", 2.0),
        "bob": ("invalid", 0.0),
        "cleo": ("invalid", 0.0),
    }
    left = sorted(path.parent.parent.name for path in (course.root / "autograded").rglob("double.ipynb"))
    assert left == ["ada"]


@pytest.mark.slow
def test_a_task_that_is_added_later_is_graded_for_those_who_had_handed_in(
    course: Course, grade: Grade, in_gradebook: Callable[..., Any]
) -> None:
    """nbgrader refuses to change an assignment once there are submissions."""
    assert grade(course).code == 0
    mark_by_hand(course, "bob", manual_score=1.0)
    with (course.root / "assignments/double/assignment.py").open("a") as text:
        text.write('\n# %% [markdown]\n# ## Task: `triple`\n\n# %% task="triple" points=2\n')
    with (course.root / "solutions/double/reference.py").open("a") as text:
        text.write(
            '\n\n# %% task="triple"\ndef triple(x):\n    ### BEGIN SOLUTION\n    return 3 * x\n    ### END SOLUTION\n'
        )
    with (course.root / "autograder/checks/double/tensors.py").open("a") as text:
        text.write(
            '\n\n@check(task="triple", points=2)\ndef triples(student, draw):\n    """Every value is tripled."""\n'
            '    x = draw.normal(3)\n    result = expect.returns(student.call, "triple", x, otherwise="A tensor.")\n'
            '    expect.close(result, 3 * x, tolerance=1e-5, otherwise="Compare.")\n'
        )
    building.write(course, building.build(course, "double"))
    save(solved(course), notebook_of(course, "ada"))
    assert grade(course).code == 0
    given = in_gradebook(course)
    assert given["ada"] == {**FULL, "triple": 2.0}
    assert given["bob"] == {**FULL, "double": 0.0, "triple": 0.0}
    assert in_gradebook(course, "manual_score")["bob"]["double"] == 1.0


def test_a_rehearsal_shows_old_and_new_marks_and_writes_nothing(
    course: Course, grade: Grade, listing: Callable[[Path], Mapping[str, Any]], tmp_path: Path
) -> None:
    untouched = listing(course.root)
    ended = grade(course, "--dry-run")
    assert listing(course.root) == untouched
    assert rows(ended.out) == [
        *[["ada", task, "–", f"{points:g}"] for task, points in FULL.items()],
        *[["bob", task, "–", f"{points:g}"] for task, points in {**FULL, "double": 0.0}.items()],
        *[["cleo", task, "–", "0"] for task in FULL],
    ]
    assert ended.out.splitlines()[-1] == "The marks of 3 of 3 submissions would change. Nothing was written."

    assert grade(course).code == 0
    replace("autograder/checks/double/tensors.py", "points=0.75", "points=0.5")(course)
    replace("autograder/checks/double/tensors.py", "points=0.25", "points=0.5")(course)
    replace("autograder/checks/double/tensors.py", "expect.close(result, 2 * x", "expect.close(result, x + 2")(course)
    before = listing(course.root)
    ended = grade(course, "--dry-run")
    assert listing(course.root) == before
    # Bob's `double` counts as right now: no earlier mistake is left to excuse his `quadruple`.
    changed = [row[:4] for row in rows(ended.out)]
    assert changed == [["ada", "double", "2", "0"], ["bob", "double", "0", "2"], ["bob", "quadruple", "1", "0"]]
    said = " ".join(ended.out.split())
    assert "ada double 2 0 doubles: passed → failed; changes_nothing: passed → not judged" in said
    assert ended.out.splitlines()[-1] == "The marks of 2 of 3 submissions would change. Nothing was written."
    assert rows(grade(course, "--dry-run", "--student", "cleo").out) == []


def rows(out: str) -> list[list[str]]:
    return [line.split() for line in out.splitlines() if line.strip().split(" ")[0] in CLASS]
