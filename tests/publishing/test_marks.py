from __future__ import annotations

import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from classes import DUE, POINTS, Gradebook, master, report
from nbgrader import api

from autograder.course import Course
from autograder.errors import CourseError
from autograder.grading.gradebook import Book, Enrolled
from autograder.grading.handover import Entry, MarkedNotebook
from autograder.publishing.marks import ClassMarks, StudentMarks, TaskMarks, marks_of, read_marks


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gradebook with nothing in it: nbgrader takes seconds to make one."""
    path = tmp_path_factory.mktemp("empty") / "gradebook.db"
    api.Gradebook(f"sqlite:///{path}", "course").close()
    return path


@pytest.fixture
def url(empty: Path, tmp_path: Path) -> str:
    shutil.copy(empty, tmp_path)
    return f"sqlite:///{tmp_path}/gradebook.db"


@pytest.fixture
def book(url: str, tmp_path: Path) -> Gradebook:
    return Gradebook(url, tmp_path / "reports")


def marks(book: Gradebook) -> ClassMarks:
    with book.nbgraders() as opened:
        found = marks_of(opened, "hw", book.report)
    assert found is not None
    return found


def test_what_the_autograder_gave(book: Gradebook) -> None:
    book.grade("ada", {"one": 1.5, "two": 3.0}, when=datetime(2026, 2, 1))
    assert marks(book) == ClassMarks(
        "hw",
        5.0,
        ("one", "two"),
        (
            StudentMarks(
                Enrolled("ada"),
                True,
                (TaskMarks("one", 2.0, 1.5), TaskMarks("two", 3.0, 3.0)),
                timestamp=datetime(2026, 2, 1),
                report=report({"one": 1.5, "two": 3.0}),
            ),
        ),
    )
    ada = marks(book).student("ada")
    assert (ada.raw_score, ada.score, ada.waits, ada.person.name) == (4.5, 4.5, False, "ada")


def test_nobody_of_that_name(book: Gradebook) -> None:
    with pytest.raises(CourseError) as caught:
        marks(book).student("zoe")
    assert str(caught.value) == "hw: the gradebook knows no student 'zoe'. See `nbgrader db student list`."


def test_an_assignment_that_the_gradebook_does_not_know(book: Gradebook) -> None:
    with book.nbgraders() as opened:
        assert marks_of(opened, "other", book.report) is None


def test_people_are_as_the_gradebook_knows_them(book: Gradebook) -> None:
    book.person("ada", first_name="Ada", last_name="Lovelace", email="ada@example.org", lms_user_id="17")
    book.person("bob", last_name="=cmd()")
    assert [one.person for one in marks(book).students] == [
        Enrolled("ada", "Ada", "Lovelace", "ada@example.org", "17"),
        Enrolled("bob", last_name="=cmd()"),
    ]
    assert [one.person.name for one in marks(book).students] == ["Ada Lovelace", "=cmd()"]


def test_who_handed_in_nothing(book: Gradebook) -> None:
    book.person("bob")
    (bob,) = marks(book).students
    assert (bob.submitted, bob.tasks, bob.raw_score, bob.score, bob.waits) == (False, (), None, None, False)


def test_a_human_s_marks_count_before_the_autograder_s(book: Gradebook) -> None:
    book.grade("ada", {"one": 0.0, "two": 3.0})
    book.by_hand("ada", "one", manual_score=2.0, extra_credit=0.5)
    ada = marks(book).student("ada")
    assert ada.tasks == (TaskMarks("one", 2.0, 0.0, 2.0, 0.5), TaskMarks("two", 3.0, 3.0))
    assert (ada.score, ada.waits) == (5.5, False)
    assert ada.report is not None, "the autograder's points are still those of the report"


def test_a_human_s_mark_of_an_answer_that_was_graded_again_waits(book: Gradebook) -> None:
    book.grade("ada", {"one": 0.0, "two": 3.0})
    book.by_hand("ada", "one", manual_score=2.0)
    book.grade("ada", {"one": 1.0, "two": 3.0})
    ada = marks(book).student("ada")
    assert [(task.score, task.waits) for task in ada.tasks] == [(2.0, True), (3.0, False)]
    assert ada.waits


def test_an_essay_waits_for_a_human(url: str, tmp_path: Path) -> None:
    book = Gradebook(url, tmp_path, essay=True)
    book.grade("ada", {"one": 2.0, "two": 3.0, "essay": None})
    ada = marks(book).student("ada")
    assert {task.task: (task.score, task.waits) for task in ada.tasks} == {
        "one": (2.0, False),
        "two": (3.0, False),
        "essay": (None, True),
    }
    assert (marks(book).max_score, ada.score, ada.waits) == (10.0, 5.0, True)
    book.by_hand("ada", "essay", manual_score=4.0)
    assert (marks(book).student("ada").score, marks(book).student("ada").waits) == (9.0, False)


def test_late_with_a_penalty_that_never_goes_below_nothing(book: Gradebook) -> None:
    book.due(DUE)
    book.grade("ada", {"one": 2.0, "two": 3.0}, when=DUE + timedelta(hours=2), penalty=1.5)
    book.grade("bob", {"one": 1.0, "two": 0.0}, when=DUE + timedelta(days=9), penalty=1.0)
    book.by_hand("bob", "one", manual_score=0.25)
    book.grade("cleo", {"one": 1.0, "two": 0.0}, when=DUE - timedelta(hours=1))
    late = {one.person.id: (one.seconds_late, one.penalty, one.score) for one in marks(book).students}
    assert late == {"ada": (7200.0, 1.5, 3.5), "bob": (9 * 86400.0, 1.0, 0.0), "cleo": (0.0, 0.0, 1.0)}
    assert marks(book).due == DUE


def test_an_extension_moves_the_due_date_of_one(book: Gradebook) -> None:
    book.due(DUE)
    book.grade("ada", {"one": 2.0, "two": 3.0}, when=DUE + timedelta(hours=2))
    book.extend("ada", timedelta(hours=1))
    assert marks(book).student("ada").seconds_late == 3600.0
    book.extend("ada", timedelta(hours=3))
    assert marks(book).student("ada").seconds_late == 0.0


def test_comments_stand_at_their_cells(book: Gradebook) -> None:
    book.grade("ada", {"one": 2.0, "two": 3.0})
    with book.nbgraders() as opened:
        opened.find_comment("answer-two", "hw", "hw", "ada").manual_comment = "Well done."
        opened.find_comment("answer-one", "hw", "hw", "ada").manual_comment = "  "
        opened.db.commit()
    assert marks(book).student("ada").comments == (("answer-two", "Well done."),)


def test_a_report_that_the_gradebook_has_left_behind(book: Gradebook) -> None:
    book.grade("ada", {"one": 2.0, "two": 3.0})
    book.grade("bob", {"one": 2.0, "two": 3.0})
    book.by_hand("ada", "one", auto_score=0.5)
    assert marks(book).student("ada").report is None
    assert marks(book).student("bob").report == report({"one": 2.0, "two": 3.0})
    book.report("bob").write_text("{}", encoding="utf-8")
    assert marks(book).student("bob").report is None


def test_what_could_not_be_graded_has_a_report_and_no_marks(book: Gradebook) -> None:
    book.write(Entry("ada", report({"one": 0.0, "two": 0.0}, status="invalid"), ()))
    ada = marks(book).student("ada")
    assert (ada.submitted, ada.score, ada.waits) == (True, None, True)
    assert ada.report is not None
    assert ada.report.status == "invalid"


def test_tasks_are_in_the_order_of_the_reports(url: str, tmp_path: Path) -> None:
    book = Gradebook(url, tmp_path)
    book.write(Entry("ada", report({"two": 3.0, "one": 2.0}), (_notebook("hw"),)))
    assert marks(book).tasks == ("two", "one")
    assert [task.task for task in marks(book).student("ada").tasks] == ["two", "one"]


def test_a_name_that_two_notebooks_have(url: str, tmp_path: Path) -> None:
    """nbgrader wants a cell's name to be unique in its notebook alone."""
    with Book(url, "course", "hw") as opened:
        opened.register({"a": master(POINTS), "b": master({"one": 7.0})})
        opened.write(Entry("ada", report({}), (_notebook("a"), _notebook("b", one=6.0))), None, lambda *_: None)
    with api.Gradebook(url, "course") as gradebook:
        found = marks_of(gradebook, "hw", lambda student: tmp_path / student)
        assert found is not None
        assert found.max_score == gradebook.find_assignment("hw").max_score == 12.0
        assert found.student("ada").score == gradebook.find_submission("hw", "ada").score == 11.0
    assert found.tasks == ("a: one", "b: one", "two")


def _notebook(name: str, **points: float) -> MarkedNotebook:
    return MarkedNotebook(name, "", tuple((points or {"one": 2.0, "two": 3.0}).items()), ())


def test_a_course_without_a_gradebook(mini: Course) -> None:
    with pytest.raises(CourseError) as caught:
        read_marks(mini, "double")
    assert str(caught.value) == (
        f"{mini.root}: the gradebook has no marks for double. Run `autograder grade double` first."
    )
    assert not (mini.root / "gradebook.db").exists()
