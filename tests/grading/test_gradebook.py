from __future__ import annotations

import contextlib
import json
import math
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from helpers import Program
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader import api
from sqlalchemy import create_engine, text

from autograder.errors import CourseError, ToolError
from autograder.grading.database import has_gradebook, open_gradebook
from autograder.grading.gradebook import Book, Enrolled, Marks, read_timestamp
from autograder.grading.handover import Entry, MarkedNotebook
from autograder.grading.rebuild import Master
from autograder.verdict import Report

DUE = datetime(2026, 3, 1, 12)
POINTS = {"one": 2.0, "two": 3.0}


def master(points: dict[str, float], *, essays: tuple[str, ...] = (), source: str = "assert True") -> Master:
    """A notebook with an answer and a marking cell for each of these, and answers that a human marks."""
    cells = []
    for name, most in points.items():
        cells.append(new_code_cell("", metadata={"nbgrader": entry(f"answer-{name}", solution=True)}))
        cells.append(new_code_cell(source, metadata={"nbgrader": entry(name, grade=True, locked=True, points=most)}))
    for name in essays:
        cells.append(new_markdown_cell("", metadata={"nbgrader": entry(name, solution=True, grade=True, points=5)}))
    cells.append(new_code_cell("import torch", metadata={"nbgrader": entry("given", locked=True)}))
    return Master(new_notebook(cells=cells), {}, {})


def entry(name: str, **roles: Any) -> dict[str, Any]:
    return {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3} | {
        "grade_id": name,
        **roles,
    }


def marked(student: str, points: dict[str, float | None], *, unchanged: tuple[str, ...] = ()) -> Entry:
    """What came of a submission whose marking cells got these points."""
    answers = tuple((f"answer-{name}", name in unchanged) for name in points)
    notebook = MarkedNotebook("hw", "", tuple(points.items()), answers)
    return Entry(student, Report("hw", ()), (notebook,))


def ungraded(student: str) -> Entry:
    return Entry(student, Report("hw", (), status="invalid"), ())


def no_penalty(student: str, score: float, late: float) -> float | None:
    return None


def always(points: float | None) -> Callable[[str, float, float], float | None]:
    return lambda student, score, late: points


@contextlib.contextmanager
def book(url: str, points: dict[str, float] | None = None, **more: Any) -> Iterator[Book]:
    """The gradebook with the assignment in it."""
    with Book(url, "course", "hw") as opened:
        opened.register({"hw": master(POINTS if points is None else points, **more)})
        yield opened


@contextlib.contextmanager
def nbgraders(url: str) -> Iterator[api.Gradebook]:
    """As nbgrader itself opens it."""
    with api.Gradebook(url, "course") as opened:
        yield opened


def by_hand(url: str, student: str, cell: str, **values: Any) -> None:
    """As the formgrader writes it."""
    with nbgraders(url) as opened:
        row = opened.find_grade(cell, "hw", "hw", student)
        for name, value in values.items():
            setattr(row, name, value)
        opened.db.commit()


def due(url: str, moment: datetime | None) -> None:
    with nbgraders(url) as opened:
        opened.update_or_create_assignment("hw", duedate=moment)


def statement(url: str, words: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(words))
    engine.dispose()


def cells(url: str) -> dict[tuple[str, str], float | None]:
    with nbgraders(url) as opened:
        rows = opened.find_notebook("hw", "hw")._base_cells
        return {(row.name, row.type): getattr(row, "max_score", None) for row in rows}


class TestRegister:
    def test_makes_the_assignment_as_nbgrader_does(self, database: str) -> None:
        with book(database, essays=("essay",)):
            pass
        assert cells(database) == {
            ("one", "GradeCell"): 2.0,
            ("two", "GradeCell"): 3.0,
            ("essay", "GradeCell"): 5.0,
            ("answer-one", "SolutionCell"): None,
            ("answer-two", "SolutionCell"): None,
            ("essay", "SolutionCell"): None,
        }
        with nbgraders(database) as opened:
            assert opened.find_assignment("hw").max_score == 10.0
            kept = opened.find_source_cell("one", "hw", "hw")
            assert (kept.source, kept.locked, kept.cell_type) == ("assert True", True, "code")
            assert opened.find_source_cell("given", "hw", "hw").source == "import torch"

    def test_again_changes_nothing(self, database: str) -> None:
        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), None, no_penalty)
            before = rows(database)
            opened.register({"hw": master(POINTS)})
        assert rows(database) == before

    def test_a_new_cell_waits_in_each_submission(self, database: str) -> None:
        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), None, no_penalty)
        with book(database, {**POINTS, "three": 4.0}) as opened:
            assert opened.marks()["ada"].auto == {("hw", "one"): 1.0, ("hw", "two"): 3.0, ("hw", "three"): None}
        with nbgraders(database) as opened:
            submission = opened.find_submission("hw", "ada")
            assert (submission.score, submission.max_score, submission.needs_manual_grade) == (4.0, 9.0, True)

    def test_a_cell_that_is_gone_takes_its_marks_with_it(self, database: str) -> None:
        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), None, no_penalty)
        with book(database, {"one": 2.0}) as opened:
            assert opened.marks()["ada"] == Marks({("hw", "one"): 1.0}, {}, 1.0)
        assert cells(database) == {("one", "GradeCell"): 2.0, ("answer-one", "SolutionCell"): None}
        with nbgraders(database) as opened:
            assert opened.find_submission("hw", "ada").max_score == 2.0

    @pytest.mark.parametrize("values", [{"manual_score": 0.0}, {"extra_credit": 1.0}])
    def test_a_human_s_mark_is_never_taken_away(self, database: str, values: dict[str, float]) -> None:
        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), None, no_penalty)
        by_hand(database, "ada", "two", **values)
        before = rows(database)
        message = (
            "hw: the cell two is gone from the instructor's notebook, and a human has marked it. "
            "Put the cell back, or remove those marks in the formgrader."
        )
        with pytest.raises(CourseError) as caught, book(database, {"one": 2.0}):
            pass
        assert str(caught.value) == message
        assert rows(database) == before

    def test_a_human_s_comment_is_never_taken_away(self, database: str) -> None:
        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), None, no_penalty)
        with nbgraders(database) as opened:
            opened.find_comment("answer-two", "hw", "hw", "ada").manual_comment = "Well done."
            opened.db.commit()
        with pytest.raises(CourseError, match="the cell answer-two is gone"), book(database, {"one": 2.0}):
            pass

    def test_points_change_with_submissions_there(self, database: str) -> None:
        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), None, no_penalty)
        with book(database, {"one": 20.0, "two": 3.0}):
            pass
        with nbgraders(database) as opened:
            assert opened.find_submission("hw", "ada").max_score == 23.0
            assert opened.find_submission("hw", "ada").score == 4.0

    def test_a_cell_changes_what_it_is_for(self, database: str) -> None:
        with book(database, essays=("essay",)) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0, "essay": None}), None, no_penalty)
        with book(database, {**POINTS, "essay": 1.0}) as opened:
            assert opened.marks()["ada"].auto[("hw", "essay")] is None
        assert cells(database)[("essay", "GradeCell")] == 1.0
        assert ("essay", "SolutionCell") not in cells(database)

    def test_a_notebook_under_another_name_replaces_the_former(self, database: str) -> None:
        with Book(database, "course", "hw") as opened:
            opened.register({"old": master(POINTS)})
            former = marked("ada", {"one": 1.0}).notebooks[0]
            opened.write(
                Entry("ada", Report("hw", ()), (MarkedNotebook("old", "", former.points, former.unchanged),)),
                None,
                no_penalty,
            )
            opened.register({"hw": master(POINTS)})
            opened.write(marked("ada", {"one": 2.0, "two": 3.0}), None, no_penalty)
            assert opened.marks() == {"ada": Marks({("hw", "one"): 2.0, ("hw", "two"): 3.0}, {}, 5.0)}
        with nbgraders(database) as opened:
            assert opened.find_assignment("hw").max_score == 5.0
            assert [notebook.name for notebook in opened.find_assignment("hw").notebooks] == ["hw"]


class TestWrite:
    def test_nbgrader_s_own_readers_see_the_marks(self, database: str) -> None:
        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), datetime(2026, 2, 1), no_penalty)
            opened.write(marked("blaise", {"one": 0.0, "two": None}, unchanged=("two",)), None, no_penalty)
            assert opened.students() == {"ada", "blaise"}
            assert opened.marks() == {
                "ada": Marks({("hw", "one"): 1.0, ("hw", "two"): 3.0}, {}, 4.0),
                "blaise": Marks({("hw", "one"): 0.0, ("hw", "two"): None}, {}, 0.0),
            }
        with nbgraders(database) as opened:
            table = {row["student"]: row for row in opened.submission_dicts("hw")}
            seen = {name: (row["score"], row["max_score"], row["needs_manual_grade"]) for name, row in table.items()}
            assert seen == {"ada": (4.0, 5.0, False), "blaise": (0.0, 5.0, True)}
            assert opened.find_submission("hw", "ada").timestamp == datetime(2026, 2, 1)
            assert opened.find_submission("hw", "blaise").timestamp is None
            comments = {c.name: c.comment for c in opened.find_submission_notebook("hw", "hw", "blaise").comments}
            assert comments == {"answer-one": None, "answer-two": "No response."}
            assert opened.average_assignment_score("hw") == 2.0

    def test_again_replaces_what_the_autograder_wrote_and_keeps_a_human_s(self, database: str) -> None:
        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}, unchanged=("one",)), None, no_penalty)
        by_hand(database, "ada", "two", manual_score=2.5, extra_credit=0.5, needs_manual_grade=False)
        with nbgraders(database) as opened:
            opened.find_comment("answer-one", "hw", "hw", "ada").manual_comment = "See me."
            opened.db.commit()
        with book(database) as opened:
            opened.write(marked("ada", {"one": 2.0, "two": 1.0}), None, no_penalty)
            assert opened.marks()["ada"] == Marks(
                {("hw", "one"): 2.0, ("hw", "two"): 1.0}, {("hw", "two"): 2.5}, 2.0 + 2.5 + 0.5
            )
        with nbgraders(database) as opened:
            assert opened.find_submission("hw", "ada").score == 5.0
            assert opened.find_grade("two", "hw", "hw", "ada").needs_manual_grade is True
            assert opened.find_grade("one", "hw", "hw", "ada").needs_manual_grade is False
            note = opened.find_comment("answer-one", "hw", "hw", "ada")
            assert (note.auto_comment, note.manual_comment, note.comment) == (None, "See me.", "See me.")

    def test_a_submission_that_cannot_be_graded_has_no_marks_but_a_human_s(self, database: str) -> None:
        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}, unchanged=("one",)), None, no_penalty)
        by_hand(database, "ada", "two", manual_score=2.5)
        with book(database) as opened:
            opened.write(ungraded("ada"), None, no_penalty)
            assert opened.marks()["ada"] == Marks({("hw", "one"): None, ("hw", "two"): None}, {("hw", "two"): 2.5}, 2.5)
        with nbgraders(database) as opened:
            assert [g.needs_manual_grade for g in opened.find_submission_notebook("hw", "hw", "ada").grades] == [
                True,
                True,
            ]
            assert opened.find_comment("answer-one", "hw", "hw", "ada").comment is None

    def test_an_error_in_the_midst_leaves_what_was(self, database: str) -> None:
        due(database, DUE)
        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), DUE, no_penalty)
            before = rows(database)

            def interrupted(student: str, score: float, late: float) -> float | None:
                raise KeyboardInterrupt

            with pytest.raises(KeyboardInterrupt):
                opened.write(marked("ada", {"one": 0.0, "two": 0.0}), DUE + timedelta(days=1), interrupted)
            with pytest.raises(KeyboardInterrupt):
                opened.write(marked("zoe", {"one": 0.0, "two": 0.0}), DUE + timedelta(days=1), interrupted)
            assert rows(database) == before
            opened.write(marked("ada", {"one": 0.0, "two": 0.0}), DUE, no_penalty)
            assert opened.marks()["ada"].score == 0.0

    def test_a_kill_in_the_midst_leaves_what_was(self, database: str) -> None:
        due(database, DUE)
        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), None, no_penalty)
        before = rows(database)
        done = subprocess.run(
            [sys.executable, "-c", KILLED, BESIDE, database],
            check=False,
            timeout=120,
            capture_output=True,
            text=True,
        )
        assert done.returncode == -signal.SIGKILL, done.stderr
        assert rows(database) == before
        with book(database) as opened:
            opened.write(marked("ada", {"one": 0.0, "two": 0.0}), None, no_penalty)
            assert opened.marks()["ada"].score == 0.0


# For a program of its own: where this module and `helpers` lie.
BESIDE = os.pathsep.join(str(folder) for folder in Path(__file__).parents[:2])

# The rows of the new marks are with the database when the process ends, and not yet committed.
KILLED = """
import os, signal, sys
sys.path[:0] = sys.argv[1].split(os.pathsep)
from test_gradebook import *

def killed(student, score, late):
    opened._db.flush()
    os.kill(os.getpid(), signal.SIGKILL)

with book(sys.argv[2]) as opened:
    opened.write(marked("ada", {"one": 0.0, "two": 0.0}), DUE + timedelta(days=1), killed)
"""


class TestPenalty:
    @pytest.mark.parametrize(
        ("plugin", "kept"),
        [
            (always(None), None),
            (always(0.0), 0.0),
            (always(1.5), 1.5),
            (always(100.0), 4.0),
            (always(math.inf), 4.0),
            (always(-2.0), 0.0),
            (lambda student, score, late: score / 2, 2.0),
            (lambda student, score, late: late / 3600, 2.0),
        ],
    )
    def test_is_between_nothing_and_the_score(
        self, database: str, plugin: Callable[[str, float, float], float | None], kept: float | None
    ) -> None:
        due(database, DUE)
        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), DUE + timedelta(hours=2), plugin)
            assert opened.marks()["ada"].score == 4.0 - (kept or 0.0)
        with nbgraders(database) as opened:
            submission = opened.find_submission("hw", "ada")
            assert [notebook.late_submission_penalty for notebook in submission.notebooks] == [kept]
            assert (submission.total_seconds_late, submission.score) == (7200.0, 4.0)

    @pytest.mark.parametrize(
        ("plugin", "why"),
        [
            (always(math.nan), "it gave nan"),
            (lambda student, score, late: 1 / 0, "ZeroDivisionError: division by zero"),
            (lambda student, score, late: "much", "TypeError: must be real number, not str"),
        ],
    )
    def test_a_plugin_that_fails_is_named_and_writes_nothing(self, database: str, plugin: Any, why: str) -> None:
        due(database, DUE)
        with book(database) as opened:
            with pytest.raises(CourseError) as caught:
                opened.write(marked("ada", {"one": 1.0, "two": 3.0}), DUE + timedelta(hours=2), plugin)
            assert str(caught.value) == (
                f"c.AssignLatePenalties.plugin_class: the penalty of ada, 7200 seconds late, cannot be counted: {why}. "
                "Mend the plugin and run again: what is graded stays graded."
            )
            assert opened.marks() == {}

    @pytest.mark.parametrize(
        ("came", "until", "extension", "late"),
        [
            (DUE, DUE, None, False),
            (DUE + timedelta(seconds=1), DUE, None, True),
            (DUE + timedelta(hours=2), DUE, timedelta(hours=2), False),
            (DUE + timedelta(hours=3), DUE, timedelta(hours=2), True),
            (DUE + timedelta(days=9), None, None, False),
            (DUE + timedelta(days=9), None, timedelta(hours=2), False),
            (None, DUE, None, False),
        ],
    )
    def test_only_what_came_late(
        self,
        database: str,
        came: datetime | None,
        until: datetime | None,
        extension: timedelta | None,
        late: bool,
    ) -> None:
        due(database, until)
        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), came, always(1.0))
        with nbgraders(database) as opened:
            opened.find_submission("hw", "ada").extension = extension
            opened.db.commit()
        with book(database) as opened:
            opened.punish("ada", always(1.0))
            assert opened.marks()["ada"].score == (3.0 if late else 4.0)

    def test_follows_a_human_s_mark(self, database: str) -> None:
        due(database, DUE)

        def half(student: str, score: float, late: float) -> float:
            return score / 2

        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), DUE + timedelta(days=1), half)
            opened.write(marked("blaise", {"one": 1.0, "two": 3.0}), DUE, half)
        by_hand(database, "ada", "two", manual_score=1.0)
        with book(database) as opened:
            assert opened.punish("ada", half) is True
            assert opened.punish("ada", half) is False
            assert opened.punish("blaise", half) is False
            assert opened.marks()["ada"].score == 1.0
            assert opened.punish("nobody", half) is False
            assert opened.students() == {"ada", "blaise"}

    def test_goes_when_the_due_date_moves(self, database: str) -> None:
        due(database, DUE)
        with book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), DUE + timedelta(days=1), always(1.0))
        due(database, DUE + timedelta(days=2))
        with book(database) as opened:
            assert opened.punish("ada", always(1.0)) is True
            assert opened.marks()["ada"].score == 4.0


class TestTrouble:
    def test_another_nbgrader_s_tables(self, database: str) -> None:
        with book(database):
            pass
        statement(database, "UPDATE alembic_version SET version_num = '0123456789ab'")
        with pytest.raises(ToolError) as caught:
            Book(database, "course", "hw")
        line = str(caught.value)
        assert "the gradebook is another nbgrader's (its tables are 0123456789ab, 0.9.6 has " in line
        assert line.endswith("Run `nbgrader db upgrade`, or use the nbgrader that made it.")
        assert "\n" not in line

    def test_a_column_that_is_not_there(self, database: str) -> None:
        with book(database):
            pass
        statement(database, "ALTER TABLE submitted_notebook DROP COLUMN late_submission_penalty")
        with pytest.raises(ToolError) as caught, book(database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), None, no_penalty)
        line = str(caught.value)
        assert "the gradebook cannot be used: " in line
        assert "late_submission_penalty" in line
        assert "run `nbgrader db upgrade`" in line
        assert "SELECT" not in line
        assert "\n" not in line

    def test_an_address_that_is_none(self) -> None:
        for use in (has_gradebook, lambda url: Book(url, "course", "hw")):
            with pytest.raises(CourseError, match=r"c\.CourseDirectory\.db_url: it is no address of a database"):
                use("gradebook.db")

    def test_a_driver_that_is_not_installed(self) -> None:
        with pytest.raises(ToolError, match=r"cannot be used: No module named 'psycopg2'\. Install its driver"):
            Book("postgresql+psycopg2://ada:secret@localhost/course", "course", "hw")

    def test_a_server_that_is_not_there_and_no_password_in_the_line(self) -> None:
        with pytest.raises(ToolError) as caught:
            Book("postgresql+psycopg://ada:secret@127.0.0.1:1/course", "course", "hw")
        assert "secret" not in str(caught.value)
        assert "127.0.0.1" in str(caught.value)

    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(ToolError, match="unable to open database file"):
            Book(f"sqlite:///{tmp_path}/nowhere/gradebook.db", "course", "hw")

    def test_a_file_that_is_no_database(self, tmp_path: Path) -> None:
        (tmp_path / "gradebook.db").write_text("marks: all of them\n" * 100, encoding="utf-8")
        with pytest.raises(ToolError, match="file is not a database"):
            Book(f"sqlite:///{tmp_path}/gradebook.db", "course", "hw")

    def test_a_database_that_may_only_be_read(self, sqlite: str, tmp_path: Path) -> None:
        with book(sqlite):
            pass
        with (
            Book(f"sqlite:///file:{tmp_path}/gradebook.db?mode=ro&uri=true", "course", "hw") as opened,
            pytest.raises(ToolError, match="attempt to write a readonly database"),
        ):
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), None, no_penalty)

    def test_looking_for_a_gradebook_makes_none(self, new_database: str, tmp_path: Path) -> None:
        assert has_gradebook(new_database) is False
        assert not (tmp_path / "gradebook.db").exists()
        with book(new_database) as opened:
            opened.write(marked("ada", {"one": 1.0, "two": 3.0}), None, no_penalty)
        assert has_gradebook(new_database) is True
        with book(new_database) as opened:
            assert opened.marks()["ada"].score == 4.0

    def test_a_new_gradebook_without_nbgrader_s_program(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(ToolError, match="The program `alembic`, installed with nbgrader, must be on PATH"):
            open_gradebook(f"sqlite:///{tmp_path}/gradebook.db", "course")


class TestAnotherProgram:
    """Holds the database while a submission is to be written."""

    @pytest.fixture
    def held(self, sqlite: str, tmp_path: Path) -> Iterator[Program]:
        """A program that has locked the database, and lets go when a line is written to it."""
        with book(sqlite) as opened:
            opened.write(marked("ada", {"one": 0.0, "two": 0.0}), None, no_penalty)
        with Program([sys.executable, "-c", HOLDER, tmp_path / "gradebook.db"], stdin=subprocess.PIPE) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "locked\n"
            yield holder
            holder.kill()

    def test_is_waited_for(self, held: Program, tmp_path: Path) -> None:
        assert held.stdin is not None
        book_there = f"sqlite:///{tmp_path}/gradebook.db"
        with Program([sys.executable, "-c", WRITER, BESIDE, book_there]) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "writing\n"
            held.stdin.write("\n")
            held.stdin.flush()
            assert writer.stdout.read() == "written\n"
        with book(book_there) as opened:
            assert opened.marks()["ada"].score == 5.0

    def test_for_too_long_gives_one_line_and_the_next_write_goes_on(self, held: Program, tmp_path: Path) -> None:
        impatient = f"sqlite:///{tmp_path}/gradebook.db?timeout=0.1"
        with pytest.raises(ToolError) as caught:
            Book(impatient, "course", "hw").__enter__().write(ungraded("ada"), None, no_penalty)
        assert "the gradebook cannot be used: database is locked. Marks written before this are kept" in str(
            caught.value
        )
        held.kill()
        held.wait()
        with book(impatient) as opened:
            assert opened.marks()["ada"].score == 0.0
            opened.write(marked("ada", {"one": 2.0, "two": 3.0}), None, no_penalty)
            assert opened.marks()["ada"].score == 5.0

    def test_in_postgresql_too(self, postgresql: str) -> None:
        with book(postgresql) as opened:
            opened.write(marked("ada", {"one": 0.0, "two": 0.0}), None, no_penalty)
        impatient = f"{postgresql}&options=-c%20lock_timeout%3D100"
        engine = create_engine(postgresql)
        with engine.connect() as connection:
            connection.execute(text("SELECT * FROM grade FOR UPDATE"))
            with Book(impatient, "course", "hw") as opened:
                with pytest.raises(ToolError, match="canceling statement due to lock timeout"):
                    opened.write(marked("ada", {"one": 2.0, "two": 3.0}), None, no_penalty)
                connection.rollback()
                opened.write(marked("ada", {"one": 2.0, "two": 3.0}), None, no_penalty)
                assert opened.marks()["ada"].score == 5.0
        engine.dispose()


HOLDER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.readline()
connection.execute("COMMIT")
"""

WRITER = """
import os, sys
sys.path[:0] = sys.argv[1].split(os.pathsep)
from test_gradebook import *

print("writing", flush=True)
with book(sys.argv[2]) as opened:
    opened.write(marked("ada", {"one": 2.0, "two": 3.0}), None, no_penalty)
print("written", flush=True)
"""


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("", None),
        ("2026-03-01 12:00:00 UTC", DUE),
        ("2026-03-01 13:00:00 +0100", DUE),
        ("2026-03-01T12:00:00", DUE),
    ],
)
def test_timestamps_are_utc(words: str, moment: datetime | None) -> None:
    assert read_timestamp(words) == moment


@pytest.mark.parametrize("words", ["yesterday", "99999-01-01", "\x00", "1e400"])
def test_what_is_no_time(words: str) -> None:
    with pytest.raises(ValueError, match="is no time"):
        read_timestamp(words)


def rows(url: str) -> str:
    """All that a gradebook holds, in words, but for the random ids."""
    engine = create_engine(url)
    with engine.connect() as connection:
        found = {
            name: sorted(map(repr, connection.execute(text(f"SELECT * FROM {name} ORDER BY 1"))))
            for name in sorted(api.Base.metadata.tables)
        }
    engine.dispose()
    return json.dumps(found)


def test_rows_is_not_blind(sqlite: str, tmp_path: Path) -> None:
    with book(sqlite) as opened:
        before = rows(sqlite)
        opened.write(marked("ada", {"one": 1.0, "two": 3.0}), None, no_penalty)
    assert rows(sqlite) != before
    with contextlib.closing(sqlite3.connect(tmp_path / "gradebook.db")) as connection:
        assert connection.execute("SELECT count(*) FROM grade").fetchone() == (2,)


def test_people_are_enrolled_and_what_is_not_known_stays(database: str) -> None:
    with Book(database, "course", "hw") as book:
        book.enroll([Enrolled("ada", "Ada", "Lovelace", "ada@x.org", "7"), Enrolled("bob")])
        book.enroll([Enrolled("ada", "A.", "", "", "8"), Enrolled("cleo", lms_user_id="9")])
        assert book.students() == {"ada", "bob", "cleo"}
        assert book.lms_users() == {"ada": "8", "cleo": "9"}
    with contextlib.closing(api.Gradebook(database, "course")) as gradebook:
        ada = gradebook.find_student("ada")
        assert (ada.first_name, ada.last_name, ada.email) == ("A.", "Lovelace", "ada@x.org")
        assert gradebook.find_student("bob").first_name is None


def test_enrolling_is_all_or_nothing(sqlite: str) -> None:
    with Book(sqlite, "course", "hw") as book:
        with pytest.raises(ToolError, match="the gradebook cannot be used"):
            book.enroll([Enrolled("ada", "Ada"), Enrolled("bob", object())])  # type: ignore[arg-type]
        assert book.students() == frozenset()
