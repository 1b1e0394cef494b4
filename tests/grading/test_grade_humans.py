"""What a human gave stays, and late penalties follow it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from nbgrader.api import Gradebook
from three import Clerk, mark_by_hand, notebook_of

from autograder.course import CONFIG, Course

Grade = Callable[..., Any]

LATE = """
c.LateSubmissionPlugin.penalty_method = "zero"
"""
BROKEN = """
from nbgrader.plugins import LateSubmissionPlugin
class Broken(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        raise ValueError("no idea")
c.AssignLatePenalties.plugin_class = Broken
"""
HALF = """
from nbgrader.plugins import LateSubmissionPlugin
class Half(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return score / 2
c.AssignLatePenalties.plugin_class = Half
"""


def set_due(course: Course) -> None:
    """Bob is an hour late, Ada in time."""
    for student, hour in (("ada", 11), ("bob", 13)):
        notebook_of(course, student).with_name("timestamp.txt").write_text(f"2030-01-01 {hour}:00:00 UTC")
    with Gradebook(f"sqlite:///{course.root}/gradebook.db", "mini") as gradebook:
        gradebook.update_or_create_assignment("double", duedate=datetime(2030, 1, 1, 12))


def totals(course: Course) -> dict[str, tuple[float, float]]:
    """Score and penalty."""
    with Gradebook(f"sqlite:///{course.root}/gradebook.db", "mini") as gradebook:
        found = gradebook.assignment_submissions("double")
        return {one.student.id: (one.score, one.late_submission_penalty or 0.0) for one in found}


@pytest.mark.parametrize(("plugin", "part"), [(LATE, 1.0), (HALF, 0.5)])
def test_a_late_penalty_follows_a_human_without_a_regrade(
    course: Course, grade: Grade, clerk: Clerk, plugin: str, part: float
) -> None:
    (course.root / CONFIG).write_text((course.root / CONFIG).read_text() + plugin)
    set_due(course)
    grade(course)
    assert totals(course)["bob"] == (1.5, 1.5 * part)
    assert totals(course)["ada"] == (1.5, 0.0)
    clerk.got.clear()
    for student in ("ada", "bob"):
        mark_by_hand(course, student, manual_score=2.0)
    assert grade(course).out == "3 submissions are as they were: nothing to grade\nlate penalties counted anew: 1\n"
    assert clerk.got == []
    assert totals(course)["bob"] == (3.0, 3.0 * part)
    assert totals(course)["ada"] == (3.0, 0.0)


def test_a_penalty_that_cannot_be_computed_is_one_line(course: Course, grade: Grade, clerk: Clerk) -> None:
    (course.root / CONFIG).write_text((course.root / CONFIG).read_text() + BROKEN)
    set_due(course)
    ended = grade(course)
    assert (ended.code, ended.err) == (
        2,
        "autograder: c.AssignLatePenalties.plugin_class: the penalty of bob, 3600 seconds late, cannot be counted: "
        "ValueError: no idea. Mend the plugin and run again: what is graded stays graded.\n",
    )


def test_what_a_human_gave_survives_force(graded: Course, grade: Grade, clerk: Clerk) -> None:
    mark_by_hand(graded, "bob", manual_score=1.75, extra_credit=0.25)
    with Gradebook(f"sqlite:///{graded.root}/gradebook.db", "mini") as gradebook:
        gradebook.find_comment("double-answer", "double", "double", "bob").manual_comment = "Well tried."
        gradebook.db.commit()
    assert grade(graded, "--force").code == 0
    with Gradebook(f"sqlite:///{graded.root}/gradebook.db", "mini") as gradebook:
        found = gradebook.find_grade("double", "double", "double", "bob")
        assert (found.auto_score, found.manual_score, found.extra_credit, found.score) == (0.5, 1.75, 0.25, 2.0)
        assert found.needs_manual_grade
        assert gradebook.find_comment("double-answer", "double", "double", "bob").comment == "Well tried."
