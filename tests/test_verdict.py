from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.verdict import CheckVerdict, Outcome, Report, TaskVerdict

PASSED = CheckVerdict("doubles", "Every value is doubled.", Outcome.PASSED, 1.0, 1.0)
FAILED = CheckVerdict("keeps", "The argument keeps its values.", Outcome.FAILED, 0.0, 0.5, "It is 4.", "adds_two")
OPEN = CheckVerdict("dtype", "Integers stay integers.", Outcome.NOT_JUDGED, 0.0, 0.5, "Not judged.")
REPORT = Report(
    "double",
    (TaskVerdict("double", (PASSED, FAILED, OPEN), follow_through=True), TaskVerdict("quiz", (OPEN,), attempted=False)),
    status="graded",
    seconds=0.08,
    isolation="none",
    attention=("quiz was not attempted",),
)

points = st.integers(0, 40).map(lambda quarters: quarters / 4)
words = st.text(max_size=12)


@st.composite
def checks(draw: st.DrawFn) -> CheckVerdict:
    outcome, most = draw(st.sampled_from(Outcome)), draw(points)
    return CheckVerdict(
        draw(words),
        draw(words),
        outcome,
        most if outcome is Outcome.PASSED else 0.0,
        most,
        draw(words),
        draw(st.none() | words),
    )


tasks = st.builds(
    TaskVerdict, words, st.lists(checks(), max_size=3).map(tuple), follow_through=st.booleans(), attempted=st.booleans()
)
reports = st.builds(
    Report,
    words,
    st.lists(tasks, max_size=3).map(tuple),
    status=st.sampled_from(["graded", "crashed", "timed-out", "out-of-memory", "invalid"]),
    seconds=st.integers(0, 10**6).map(lambda thousandths: thousandths / 1000),
    isolation=words,
    attention=st.lists(words, max_size=2).map(tuple),
)
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in a JSON form."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in inner for place in places(item, (*path, key)))]


PLACES = places(REPORT.to_dict())


def with_replaced(place: tuple[Any, ...], value: Any) -> Any:
    if not place:
        return value
    row = copy.deepcopy(REPORT.to_dict())
    inner = row
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return row


def value_error(row: Any) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - callers compare the whole message
        Report.from_dict(row)
    return str(caught.value)


def test_scores_are_sums() -> None:
    assert [(task.score, task.max_score) for task in REPORT.tasks] == [(1.0, 2.0), (0.0, 0.5)]
    assert (REPORT.score, REPORT.max_score) == (1.0, 2.5)
    assert REPORT.task("quiz") is REPORT.tasks[1]


def test_a_task_names_each_misconception_once_in_order() -> None:
    named = [CheckVerdict(name, "", Outcome.FAILED, 0, 1, "", name[0]) for name in ("b1", "a1", "b2")]
    assert TaskVerdict("double", (PASSED, *named)).misconceptions == ("b", "a")


def test_the_json_form_is_the_documented_one() -> None:
    assert REPORT.to_dict() == {
        "format": 1,
        "assignment": "double",
        "status": "graded",
        "score": 1.0,
        "max_score": 2.5,
        "seconds": 0.08,
        "isolation": "none",
        "tasks": [
            {
                "task": "double",
                "score": 1.0,
                "max_score": 2.0,
                "follow_through": True,
                "attempted": True,
                "checks": [
                    {
                        "check": "doubles",
                        "title": "Every value is doubled.",
                        "outcome": "passed",
                        "points": 1.0,
                        "max_points": 1.0,
                        "message": "",
                        "misconception": None,
                    },
                    {
                        "check": "keeps",
                        "title": "The argument keeps its values.",
                        "outcome": "failed",
                        "points": 0.0,
                        "max_points": 0.5,
                        "message": "It is 4.",
                        "misconception": "adds_two",
                    },
                    {
                        "check": "dtype",
                        "title": "Integers stay integers.",
                        "outcome": "not judged",
                        "points": 0.0,
                        "max_points": 0.5,
                        "message": "Not judged.",
                        "misconception": None,
                    },
                ],
            },
            {
                "task": "quiz",
                "score": 0.0,
                "max_score": 0.5,
                "follow_through": False,
                "attempted": False,
                "checks": [
                    {
                        "check": "dtype",
                        "title": "Integers stay integers.",
                        "outcome": "not judged",
                        "points": 0.0,
                        "max_points": 0.5,
                        "message": "Not judged.",
                        "misconception": None,
                    }
                ],
            },
        ],
        "attention": ["quiz was not attempted"],
    }


def test_json_is_one_line_with_what_is_put_beside_it() -> None:
    text = Report("double", (), attention=("two\nlines – é",)).to_json(path="a.py")
    assert text.count("\n") == 0
    assert "é" in text
    assert json.loads(text)["path"] == "a.py"
    assert json.loads(text)["attention"] == ["two\nlines – é"]


@given(reports)
def test_a_report_survives_its_json_form(report: Report) -> None:
    assert Report.from_dict(json.loads(report.to_json())) == report


@given(plain)
def test_what_is_no_report_gives_value_error_only(row: Any) -> None:
    value_error(row)


@given(st.sampled_from(PLACES), plain)
def test_a_report_with_anything_in_one_place_is_a_report_or_a_value_error(place: tuple[Any, ...], value: Any) -> None:
    row = with_replaced(place, value)
    try:
        report = Report.from_dict(row)
    except ValueError:
        return
    assert Report.from_dict(report.to_dict()) == report
    for task in report.tasks:
        for check in task.checks:
            assert 0 <= check.points <= check.max_points
            assert check.points == 0 or check.outcome is Outcome.PASSED


@given(st.sampled_from([place for place in PLACES if place and isinstance(place[-1], str)]))
def test_a_report_that_lacks_an_entry_is_none(place: tuple[Any, ...]) -> None:
    row = copy.deepcopy(REPORT.to_dict())
    inner = row
    for key in place[:-1]:
        inner = inner[key]
    del inner[place[-1]]
    if place[-1] in {"score", "max_score"}:
        assert Report.from_dict(row) == REPORT
    else:
        assert value_error(row) == f"not a report: '{place[-1]}'"


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (("format",), 2, "a report of format 2"),
        (("tasks", 0, "checks", 0, "points"), 1.5, "1.5 of 1.0 points for a check that passed"),
        (("tasks", 0, "checks", 0, "points"), -1, "-1.0 of 1.0 points for a check that passed"),
        (("tasks", 0, "checks", 1, "points"), 0.5, "0.5 of 0.5 points for a check that failed"),
        (("tasks", 0, "checks", 2, "points"), 0.5, "0.5 of 0.5 points for a check that not judged"),
        (("tasks", 0, "checks", 0, "points"), True, "a number expected, not True"),
        (("tasks", 0, "checks", 0, "points"), float("nan"), "a number expected, not nan"),
        (("tasks", 0, "checks", 0, "max_points"), float("inf"), "a number expected, not inf"),
        (("tasks", 0, "checks", 0, "outcome"), "excellent", "'excellent' is not a valid Outcome"),
        (("tasks", 0, "checks", 0, "misconception"), 3, "text expected, not 3"),
        (("seconds",), "1", "a number expected, not '1'"),
        pytest.param(("seconds",), 10**400, "not a report: int too large to convert to float", id="huge"),
        (("assignment",), None, "text expected, not None"),
        (("attention",), [1], "text expected, not 1"),
        (("tasks",), 3, "not a report: 'int' object is not iterable"),
    ],
)
def test_what_a_report_cannot_say(place: tuple[Any, ...], value: Any, message: str) -> None:
    assert value_error(with_replaced(place, value)) == message


@pytest.mark.parametrize("value", [1, "true", None, [True]])
def test_flags_are_true_only_where_they_say_so(value: Any) -> None:
    report = Report.from_dict(with_replaced(("tasks", 0, "follow_through"), value))
    assert report.tasks[0].follow_through is False
