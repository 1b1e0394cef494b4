from __future__ import annotations

from collections.abc import Callable

import pytest

from autograder.assignment import answers
from autograder.course import Course
from autograder.errors import AuthoringError
from autograder.judging.check import Check
from autograder.judging.diagnose import Diagnosis, survey
from autograder.judging.exam import Exam, load_exam
from autograder.student.local import LocalStudent

Make = Callable[[str], LocalStudent]
AddSpecimen = Callable[..., None]
ONE_AND_ONE = "def double(x):\n    return x + 1 + 1\n"
IN_PLACE_AND_FLOAT = "def double(x):\n    return x.mul_(2).float()\n"


def check_called(exam: Exam, name: str) -> Check:
    return next(check for check in exam.checks if check.name == name)


def diagnosis(exam: Exam, check: str, learner: LocalStudent, code: str = "") -> str | None:
    specialist = Diagnosis(exam)
    specimen = specialist.name(check_called(exam, check), specialist.of(learner, code))
    return specimen.name if specimen else None


def test_every_specimen_is_named_by_what_it_does(exam: Exam, student: Make) -> None:
    failing = {"quadruple": {"doubles_once": "quadruples", "needs_an_axis": "takes_one_number"}}
    failing["double"] = {"adds_two": "doubles", "squares": "doubles", "doubles_in_place": "changes_nothing"}
    failing["double"] |= {"always_float": "keeps_the_dtype"}
    failing["quiz"] = {"debts_shrink": "sign", "zero_grows": "zero"}
    for specimen in exam.specimens:
        learner = student(f"{exam.assignment.all_answers}\n{specimen.code}")
        assert diagnosis(exam, failing[specimen.task][specimen.name], learner) == specimen.name


@pytest.mark.parametrize(
    ("code", "check", "name"),
    [
        ("def double(n):\n    for _ in range(2):\n        n = n + 1\n    return n", "doubles", "adds_two"),
        ("double = lambda x: torch.pow(x, 2)", "doubles", "squares"),
        ("def double(x):\n    x *= 2\n    return x", "changes_nothing", "doubles_in_place"),
        ("def double(x):\n    return x * 2.0", "keeps_the_dtype", "always_float"),
        ("def double(x):\n    return x + 3", "doubles", None),
        ("def double(x):\n    return (2 * x).double()", "keeps_the_dtype", None),
        ("def double(x):\n    raise NotImplementedError", "doubles", None),
    ],
)
def test_other_code_that_does_the_same_gets_the_same_name(
    exam: Exam, student: Make, code: str, check: str, name: str | None
) -> None:
    assert diagnosis(exam, check, student(code)) == name


def test_what_a_submission_lacks_is_filled_in(exam: Exam, student: Make) -> None:
    learner = student("def quadruple(x): return double(x)")
    code = answers(exam.assignment.tasks, frozenset({"double"}))
    assert diagnosis(exam, "quadruples", learner, code) == "doubles_once"
    assert diagnosis(exam, "quadruples", learner) is None


def test_a_right_answer_shows_no_misconception(exam: Exam, student: Make) -> None:
    learner = student(exam.assignment.all_answers)
    assert {diagnosis(exam, check.name, learner) for check in exam.checks} == {None}


def test_of_two_specimens_that_do_the_same_none_is_named(
    mini: Course, add_specimen: AddSpecimen, student: Make
) -> None:
    add_specimen("double", "adds_one_twice", ONE_AND_ONE)
    assert diagnosis(load_exam(mini, "double"), "doubles", student("def double(x): return x + 2")) is None


def test_of_two_that_are_declared_the_same_the_first_is_named(
    mini: Course, add_specimen: AddSpecimen, student: Make
) -> None:
    add_specimen("double", "adds_one_twice", ONE_AND_ONE, "adds_two")
    add_specimen("double", "adds_two", "def double(x):\n    return x + 2\n", "adds_one_twice")
    assert diagnosis(load_exam(mini, "double"), "doubles", student("def double(x): return x + 2")) == "adds_one_twice"


def test_a_third_that_is_not_declared_the_same_decides_against_a_name(
    mini: Course, add_specimen: AddSpecimen, student: Make
) -> None:
    add_specimen("double", "adds_one_twice", ONE_AND_ONE, "adds_two")
    add_specimen("double", "adds_two", "def double(x):\n    return x + 2\n", "adds_one_twice")
    add_specimen("double", "counts_on", ONE_AND_ONE)
    assert diagnosis(load_exam(mini, "double"), "doubles", student("def double(x): return x + 2")) is None


def test_where_one_check_cannot_tell_the_others_decide(mini: Course, add_specimen: AddSpecimen, student: Make) -> None:
    add_specimen("double", "in_place_and_float", IN_PLACE_AND_FLOAT)
    exam = load_exam(mini, "double")
    in_place = student("def double(x):\n    x += x\n    return x")
    both = student("def double(x):\n    x += x\n    return x + 0.0")
    assert diagnosis(exam, "changes_nothing", in_place) == "doubles_in_place"
    assert diagnosis(exam, "changes_nothing", both) == "in_place_and_float"


def test_a_specimen_is_named_only_for_a_check_that_it_fails_itself(exam: Exam, student: Make) -> None:
    learner = student("def double(x):\n    return 2.0 * x")
    assert [diagnosis(exam, name, learner) for name in ("doubles", "changes_nothing", "keeps_the_dtype")] == [
        None,
        None,
        "always_float",
    ]


def test_a_specimen_that_cannot_be_run_is_the_authors_mistake(
    mini: Course, add_specimen: AddSpecimen, student: Make
) -> None:
    add_specimen("double", "broken", "1 / 0\n")
    with pytest.raises(AuthoringError) as caught:
        diagnosis(load_exam(mini, "double"), "doubles", student("def double(x): return x"))
    assert str(caught.value) == "double: the specimen broken of double stops with ZeroDivisionError: division by zero"


def test_a_survey_keeps_all_that_a_check_looks_at(exam: Exam, student: Make) -> None:
    check = check_called(exam, "doubles")
    right = survey(check, student("def double(x): return 2 * x"), "", exam.assignment)
    assert [(o.seen[0], o.held) for o in right] == [("returned", True), ("values", True)]
    wrong = survey(check, student("def double(x): return x"), "", exam.assignment)
    assert [(o.seen[0], o.held) for o in wrong] == [("returned", True), ("values", False)]
    raising = survey(check, student("def double(x): raise ValueError('mine')"), "", exam.assignment)
    assert [(o.seen, o.held) for o in raising] == [
        (("raised", ("ValueError", "Exception", "BaseException"), True, ""), False)
    ]


def test_a_survey_asks_everybody_the_same(exam: Exam, student: Make) -> None:
    check = check_called(exam, "doubles")
    one, other = (
        survey(check, student(f"def double(x): return {code}"), "", exam.assignment) for code in ("2*x", "x+x")
    )
    assert len(one) == len(other) == 2
    assert all(a.matches(b) for a, b in zip(one, other, strict=True))


def test_a_survey_notes_where_a_checks_own_lines_do_not_fit(exam: Exam, student: Make) -> None:
    check = Check("odd", "double", "Odd.", 1.0, (), lambda student, draw: student.call["double"])
    (observation,) = survey(check, student(""), "", exam.assignment)
    assert (observation.seen, observation.held) == (("ended", "TypeError"), False)


def test_a_survey_leaves_a_students_names_as_they_were(exam: Exam, student: Make) -> None:
    learner = student("double = abs")
    survey(check_called(exam, "doubles"), learner, "def double(x): return x\nextra = 1", exam.assignment)
    assert (learner.has("extra"), learner.call("double", -3).value) == (False, 3)
