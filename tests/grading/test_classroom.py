"""A class made up of answers whose marks are known."""

from __future__ import annotations

import nbformat
import pytest
from helpers import release, solved

from autograder.course import Course
from autograder.grading.classroom import hand_in, make_class, new_course


def test_the_first_are_one_of_each_kind(built: Course) -> None:
    members = make_class(built, "double", 9)
    assert [(member.student, member.made_from) for member in members] == [
        ("ada", "the reference"),
        ("alan", "not solved"),
        ("barbara", "an answer that does not parse (double)"),
        ("blaise", "a marking cell deleted (quiz)"),
        ("carl", "right: adds itself"),
        ("dorothy", "wrong: adds two (double)"),
        ("edsger", "wrong: doubles once (quadruple)"),
        ("emmy", "wrong: debts shrink (quiz)"),
        ("frances", "right: adds itself"),
    ]
    assert members[0].notebook == solved(built)
    assert members[1].notebook == release(built)


@pytest.mark.parametrize("size", [0, 1, 24, 60])
def test_a_class_of_any_size_has_no_two_of_one_name(built: Course, size: int) -> None:
    names = [member.student for member in make_class(built, "double", size)]
    assert (len(names), len(set(names))) == (size, size)


def test_names_go_on_where_the_list_ends(built: Course) -> None:
    members = make_class(built, "double", 26)
    names = [(one.student, one.first_name, one.last_name) for one in (members[0], members[24], members[25])]
    assert names == [("ada", "Ada", "Lovelace"), ("ada2", "Ada", "Lovelace 2"), ("alan2", "Alan", "Turing 2")]


def test_it_is_always_the_same(built: Course) -> None:
    assert make_class(built, "double", 8) == make_class(built, "double", 8)


def test_handing_in_writes_each_notebook(built: Course) -> None:
    members = make_class(built, "double", 3)
    hand_in(built, "double", members)
    for member in members:
        path = built.root / "submitted" / member.student / "double" / "double.ipynb"
        assert nbformat.read(path, as_version=4) == member.notebook


def test_a_new_course_has_the_content_and_no_traces_of_a_class(built: Course) -> None:
    hand_in(built, "double", make_class(built, "double", 1))
    (built.root / "gradebook.db").touch()
    (built.checks("double") / "__pycache__").mkdir()
    made = new_course(built, built.root.parent / "new")
    assert sorted(path.name for path in made.root.iterdir()) == [
        "assignments",
        "autograder",
        "nbgrader_config.py",
        "release",
        "solutions",
        "source",
    ]
    assert sorted(path.name for path in made.checks("double").iterdir()) == ["quiz.py", "tensors.py"]
    for kind in ("source", "release"):
        assert made.notebook(kind, "double").read_bytes() == built.notebook(kind, "double").read_bytes()


def test_a_new_course_can_be_made_of_one_that_is_not_built(mini: Course) -> None:
    made = new_course(mini, mini.root.parent / "new")
    assert sorted(path.name for path in made.root.iterdir()) == [
        "assignments",
        "autograder",
        "nbgrader_config.py",
        "solutions",
    ]
