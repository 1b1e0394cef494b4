from __future__ import annotations

from collections.abc import Callable

import pytest

from autograder.course import Course, Settings
from autograder.errors import AuthoringError
from autograder.judging.exam import Exam, load_exam
from autograder.judging.judge import Judge
from autograder.student.local import LocalStudent
from autograder.verdict import CheckVerdict, Outcome, TaskVerdict

PASSED, FAILED, NOT_JUDGED = Outcome.PASSED, Outcome.FAILED, Outcome.NOT_JUDGED
TENSORS = "autograder/checks/double/tensors.py"
QUIZ = "autograder/checks/double/quiz.py"
REFERENCE = "solutions/double/reference.py"
RIGHT = "def double(x):\n    return 2 * x\n"
WRONG = "def double(x):\n    return x + 3\n"
TWICE = "def quadruple(x):\n    return double(double(x))\n"
DEPENDS = "Not judged: it depends on “Every value is doubled.”"
Edit = Callable[[str, str, str], None]
Make = Callable[[str], LocalStudent]


def outcomes(verdict: TaskVerdict) -> list[tuple[str, Outcome, float]]:
    return [(check.check, check.outcome, check.points) for check in verdict.checks]


def messages(verdict: TaskVerdict) -> list[str]:
    return [check.message for check in verdict.checks]


def test_the_reference_gets_full_marks(exam: Exam, judge: Judge, student: Make) -> None:
    learner = student(exam.assignment.all_answers)
    verdicts = [judge.task(task.name, learner) for task in exam.assignment.tasks]
    assert [(v.task, v.score, v.max_score, v.follow_through, v.attempted) for v in verdicts] == [
        ("double", 2.0, 2.0, False, True),
        ("quadruple", 1.0, 1.0, False, True),
        ("quiz", 1.0, 1.0, False, True),
    ]
    assert [message for verdict in verdicts for message in messages(verdict)] == [""] * 7


def test_an_alternative_gets_full_marks(mini: Course, judge: Judge, student: Make) -> None:
    (path,) = mini.alternatives("double")
    learner = student(path.read_text())
    assert [judge.task(task, learner).score for task in ("double", "quadruple", "quiz")] == [2.0, 1.0, 0.0]


def test_a_verdict_says_all_that_a_check_says(judge: Judge, student: Make) -> None:
    verdict = judge.task("double", student("def double(x):\n    if x.is_floating_point(): return 2 * x\n"))
    assert verdict == TaskVerdict(
        "double",
        (
            CheckVerdict("doubles", "Every value is doubled.", PASSED, 1.0, 1.0),
            CheckVerdict("changes_nothing", "The argument keeps its values.", PASSED, 0.5, 0.5),
            CheckVerdict(
                "keeps_the_dtype",
                "Integers stay integers.",
                FAILED,
                0.0,
                0.5,
                "The result's dtype is none; expected was int64. Look for a number type that you name.",
            ),
        ),
    )


def test_a_known_mistake_is_named_and_says_what_to_look_at(judge: Judge, student: Make) -> None:
    verdict = judge.task("double", student("def double(x):\n    return 2.0 * x\n"))
    assert outcomes(verdict) == [
        ("doubles", PASSED, 1.0),
        ("changes_nothing", PASSED, 0.5),
        ("keeps_the_dtype", FAILED, 0.0),
    ]
    assert verdict.checks[2].misconception == "always_float"
    assert verdict.checks[2].message == (
        "The result's dtype is float32; expected was int64. What `.float()` does to integers."
    )


def test_what_depends_on_a_failed_check_is_not_judged(judge: Judge, student: Make) -> None:
    verdict = judge.task("double", student(WRONG))
    assert outcomes(verdict) == [
        ("doubles", FAILED, 0.0),
        ("changes_nothing", NOT_JUDGED, 0.0),
        ("keeps_the_dtype", NOT_JUDGED, 0.0),
    ]
    assert messages(verdict)[1:] == [DEPENDS, DEPENDS]
    assert messages(verdict)[0].endswith("Compare each value with twice the value given.")
    assert verdict.misconceptions == ()


def test_who_asks_for_full_marks_alone_waits_for_no_more_than_one_failure(exam: Exam, student: Make) -> None:
    """Nor for its name: in-place doubling is a known mistake."""
    task = Judge(exam, to_first_failure=True).task("double", student("def double(x):\n    return x.mul_(2)\n"))
    assert [(check.check, check.outcome, check.misconception) for check in task.checks] == [
        ("doubles", Outcome.PASSED, None),
        ("changes_nothing", Outcome.FAILED, None),
        ("keeps_the_dtype", Outcome.NOT_JUDGED, None),
    ]
    right = Judge(exam, to_first_failure=True).task("double", student("def double(x):\n    return x + x\n"))
    assert right.score == right.max_score == 2.0


def test_a_check_that_breaks_is_not_judged_and_the_others_are(
    judge: Judge, mini: Course, edit: Edit, student: Make
) -> None:
    edit(QUIZ, '    expect.choice(student, "quiz_sign", "b"', '    1 / 0\n    expect.choice(student, "quiz_sign", "b"')
    verdict = Judge(load_exam(mini, "double")).task("quiz", student('quiz_sign = "b"\nquiz_zero = "a"'))
    assert outcomes(verdict) == [("sign", NOT_JUDGED, 0.0), ("zero", PASSED, 0.5)]
    assert messages(verdict) == [
        "Not judged: the check itself failed (ZeroDivisionError: division by zero). This is not your fault.",
        "",
    ]


def test_what_depends_on_a_broken_check_is_not_judged(mini: Course, edit: Edit, student: Make) -> None:
    edit(TENSORS, "x = draw.normal(2, 3)", "x = 1 / 0")
    verdict = Judge(load_exam(mini, "double")).task("double", student(RIGHT))
    assert [outcome for _, outcome, _ in outcomes(verdict)] == [NOT_JUDGED] * 3
    assert messages(verdict)[1:] == [DEPENDS, DEPENDS]


@pytest.mark.parametrize("body", ["return", "expect.note('seen')", "expect.probe(lambda: 1)", "student.has('double')"])
def test_a_check_that_expects_nothing_is_not_judged(mini: Course, edit: Edit, student: Make, body: str) -> None:
    edit(
        QUIZ,
        '    expect.choice(student, "quiz_sign", "b"',
        f'    {body}\n    return\n    expect.choice(student, "q", "b"',
    )
    verdict = Judge(load_exam(mini, "double")).task("quiz", student('quiz_sign = "b"\nquiz_zero = "a"'))
    assert outcomes(verdict) == [("sign", NOT_JUDGED, 0.0), ("zero", PASSED, 0.5)]
    assert messages(verdict)[0] == "Not judged: the check expects nothing. This is not your fault."


def test_a_task_without_its_name_is_not_attempted(judge: Judge, student: Make) -> None:
    verdict = judge.task("quiz", student("quiz = 1"))
    assert (verdict.attempted, verdict.score, verdict.max_score) == (False, 0.0, 1.0)
    assert outcomes(verdict) == [("sign", NOT_JUDGED, 0.0), ("zero", NOT_JUDGED, 0.0)]
    assert messages(verdict) == ["Not attempted: `quiz_sign` or `quiz_zero` is not defined."] * 2
    assert messages(judge.task("quadruple", student(RIGHT))) == ["Not attempted: `quadruple` is not defined."] * 2


def test_one_of_several_names_is_an_attempt(judge: Judge, student: Make) -> None:
    verdict = judge.task("quiz", student('quiz_zero = "a"'))
    assert (verdict.attempted, outcomes(verdict)) == (True, [("sign", FAILED, 0.0), ("zero", PASSED, 0.5)])
    assert messages(verdict)[0] == "quiz_sign is not set. Set it to one of a, b."


def test_a_task_that_is_not_there_is_refused(judge: Judge, student: Make) -> None:
    with pytest.raises(AuthoringError) as caught:
        judge.task("halve", student(RIGHT))
    assert str(caught.value) == "double: no task is called 'halve'. There are: double, quadruple, quiz."


# Raising


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("raise TypeError('floats only')", "TypeError: floats only"),
        ("raise NotImplementedError()", "NotImplementedError"),
        ("raise SystemExit", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise ValueError('\\ud800')", "ValueError: ?"),
        ("undefined", "NameError: name 'undefined' is not defined"),
        ("class E(Exception):\n            def __str__(self): 1 / 0\n        raise E", "E"),
    ],
)
def test_what_a_student_raises_fails_the_check(judge: Judge, student: Make, statement: str, words: str) -> None:
    code = f"def double(x):\n    if not x.is_floating_point():\n        {statement}\n    return 2 * x"
    verdict = judge.task("double", student(code))
    assert outcomes(verdict)[2] == ("keeps_the_dtype", FAILED, 0.0)
    end = "" if words.endswith("?") else "."
    assert messages(verdict) == ["", "", f"`double(a tensor of shape (2,))` raised {words}{end}"]


def test_a_wrong_signature_fails(judge: Judge, student: Make) -> None:
    assert messages(judge.task("double", student("def double(): return 2")))[0] == (
        "`double(a tensor of shape (2, 3))` raised TypeError: double() takes 0 positional arguments but 1 was given. "
        "A tensor must come back."
    )


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("None", "None"),
        ("[1]", "a list"),
        ("10**5000", "an int"),
        ("x.numpy()", "a ndarray"),
        ("torch.ones(2, 3, device='meta')", "a tensor of shape (2, 3)"),
    ],
)
def test_a_wrong_kind_of_result_fails(judge: Judge, student: Make, value: str, words: str) -> None:
    verdict = judge.task("double", student(f"def double(x): return {value}"))
    assert messages(verdict)[0].startswith(f"The result is {words}, not a tensor.")
    assert verdict.checks[0].outcome is FAILED


def test_an_imaginary_part_is_not_overlooked(judge: Judge, student: Make) -> None:
    assert judge.task("double", student("def double(x): return 2 * x + 1j")).score == 0.0


# Filling in, and follow-through


def test_names_that_a_submission_lacks_are_filled_in(judge: Judge, student: Make) -> None:
    learner = student(TWICE)
    verdict = judge.task("quadruple", learner)
    assert (verdict.score, verdict.follow_through) == (1.0, False)
    assert learner.has("double") is False


def test_an_earlier_mistake_is_paid_for_once(judge: Judge, student: Make) -> None:
    learner = student(WRONG + TWICE)
    assert judge.task("double", learner).score == 0.0
    verdict = judge.task("quadruple", learner)
    assert (verdict.score, verdict.follow_through) == (1.0, True)
    assert messages(verdict) == ["", ""]
    assert learner.call("double", 1).value == 4


def test_what_is_broken_after_it_was_judged_is_paid_for_where_it_shows(judge: Judge, student: Make) -> None:
    """A later cell puts a wrong `double` in place of the right one that had its marks."""
    wrong = student("def double(x):\n    return x + 2\n\ndef quadruple(x):\n    return double(double(x))\n")
    right = judge.task("double", student("def double(x):\n    return 2 * x\n"))
    assert right.score == right.max_score
    verdict = judge.task("quadruple", wrong, judged={"double": right})
    assert (verdict.score, verdict.follow_through) == (0.0, False)
    verdict = judge.task("quadruple", wrong, judged={"double": judge.task("double", wrong)})
    assert (verdict.score, verdict.follow_through) == (1.0, True)


def test_follow_through_is_not_claimed_where_it_does_not_help(judge: Judge, student: Make) -> None:
    verdict = judge.task("quadruple", student(WRONG + "def quadruple(x):\n    return 5 * x\n"))
    assert (verdict.score, verdict.follow_through) == (0.0, False)
    assert outcomes(verdict)[0] == ("quadruples", FAILED, 0.0)


def test_follow_through_is_not_claimed_for_a_right_answer(judge: Judge, student: Make) -> None:
    verdict = judge.task("quadruple", student(WRONG + "def quadruple(x):\n    return 4 * x\n"))
    assert (verdict.score, verdict.follow_through) == (1.0, False)


def test_a_later_mistake_does_not_reach_an_earlier_task(judge: Judge, student: Make) -> None:
    verdict = judge.task("double", student(RIGHT + "def quadruple(x): 1 / 0\n"))
    assert (verdict.score, verdict.follow_through) == (2.0, False)


def test_with_the_reference_in_place_an_own_mistake_is_still_found(judge: Judge, student: Make) -> None:
    needs_axes = "def quadruple(x):\n    return torch.stack([double(double(row)) for row in x])\n"
    verdict = judge.task("quadruple", student(WRONG + needs_axes))
    assert outcomes(verdict) == [("quadruples", PASSED, 0.75), ("takes_one_number", FAILED, 0.0)]
    assert (verdict.follow_through, verdict.misconceptions) == (True, ("needs_an_axis",))


def test_a_helper_of_the_reference_that_a_student_lacks_replaces_no_answer_unseen(
    mini: Course, edit: Edit, student: Make
) -> None:
    edit(REFERENCE, "def double(x):\n", "def helper(x):\n    return FACTOR * x\n\n\ndef double(x):\n")
    verdict = Judge(load_exam(mini, "double")).task("quadruple", student(WRONG + TWICE))
    assert (verdict.score, verdict.follow_through) == (1.0, True)


def test_no_earlier_answer_of_the_reference_takes_the_place_of_what_is_judged(
    mini: Course, edit: Edit, student: Make
) -> None:
    edit(REFERENCE, "def double(x):\n", "def quadruple(x):\n    return 4 * x\n\n\ndef double(x):\n")
    verdict = Judge(load_exam(mini, "double")).task("quadruple", student(WRONG + "def quadruple(x): return x\n"))
    assert (verdict.score, verdict.follow_through) == (0.0, False)


def test_a_reference_that_cannot_be_filled_in_fails_the_check_and_says_nothing_of_itself(
    mini: Course, edit: Edit, student: Make
) -> None:
    edit(REFERENCE, "def double(x):\n", "@torch.no_grad()\ndef double(x):\n")
    verdict = Judge(load_exam(mini, "double")).task("quadruple", student("torch = None\n" + TWICE))
    assert outcomes(verdict) == [("quadruples", FAILED, 0.0), ("takes_one_number", NOT_JUDGED, 0.0)]
    assert messages(verdict)[0] == "It does not hold, with our answer in place of one that is missing or wrong."


def test_what_comes_of_code_beside_the_reference_is_not_told(judge: Judge, student: Make) -> None:
    spy = "def quadruple(x):\n    raise ValueError(double.__doc__)\n"
    verdict = judge.task("quadruple", student(spy))
    assert outcomes(verdict)[0] == ("quadruples", FAILED, 0.0)
    assert messages(verdict)[0] == (
        "It does not hold, with our answer in place of one that is missing or wrong. A tensor must come back."
    )


def test_a_task_is_judged_without_the_later_answers_beside_it(judge: Judge, student: Make) -> None:
    learner = student("def double(x):\n    return 2 * x if 'quadruple' not in globals() else None\n")
    assert judge.task("double", learner).score == 2.0


# Seeds and state


def test_the_same_submission_is_asked_the_same_and_another_is_not(exam: Exam, student: Make) -> None:
    def seen(secret: str, submission: str) -> str:
        return messages(Judge(exam, Settings(secret=secret)).task("double", student(WRONG), submission))[0]

    assert seen("secret", "ada") == seen("secret", "ada")
    assert len({seen("secret", "ada"), seen("secret", "alan"), seen("another", "ada"), seen("", "")}) == 4


def test_a_verdict_does_not_depend_on_what_was_judged_before(exam: Exam, student: Make) -> None:
    judge = Judge(exam)
    first = judge.task("double", student(WRONG), "ada")
    judge.task("quiz", student('quiz_sign = "a"'), "alan")
    judge.task("double", student(RIGHT), "alan")
    assert judge.task("double", student(WRONG), "ada") == first
    assert Judge(exam).task("double", student(WRONG), "ada") == first


def test_chance_in_a_students_code_is_the_same_each_time(judge: Judge, student: Make) -> None:
    code = "def double(x):\n    return 2 * x + torch.rand(1)\n"
    assert judge.task("double", student(code)) == judge.task("double", student(code))


def test_what_a_student_prints_or_warns_costs_nothing(
    judge: Judge, student: Make, capfd: pytest.CaptureFixture[str]
) -> None:
    code = (
        "import sys, warnings\ndef double(x):\n    print(x)\n    print('!', file=sys.stderr)\n"
        "    warnings.warn('deprecated', DeprecationWarning)\n    return 2 * x\n"
    )
    assert judge.task("double", student(code)).score == 2.0
    assert capfd.readouterr() == ("", "")


def test_judging_leaves_a_students_names_as_they_were(judge: Judge, student: Make) -> None:
    learner = student("calls = 0\ndef double(x):\n    global calls\n    calls += 1\n    return 2 * x\n")
    assert judge.task("double", learner).score == 2.0
    assert learner.value("calls").value == 0
