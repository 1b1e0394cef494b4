from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch

from autograder.errors import Failed, Raised, StudentRaised
from autograder.judging import expect
from autograder.judging.expect import Observation, Trial
from autograder.student.local import LocalStudent
from autograder.student.vocabulary import NamedTensor, Result

NAN, INF = float("nan"), float("inf")
ERROR = Raised("TooLong", ("ValueError", "Exception", "BaseException"), "at most 4", True)


@pytest.fixture(autouse=True)
def trial() -> Iterator[Trial]:
    with expect.on_trial(Trial()) as trial:
        yield trial


@pytest.fixture
def survey() -> Iterator[Trial]:
    with expect.on_trial(Trial(survey=True)) as survey:
        yield survey


def result(data: Any, dtype: torch.dtype | None = None) -> Result:
    """A tensor as it comes back from a student."""
    tensor = torch.as_tensor(data, dtype=dtype)
    name = str(tensor.dtype).removeprefix("torch.")
    return Result("tensor", dtype=name, shape=tuple(tensor.shape), device="cpu", data=tensor)


def failure(call: Callable[[], object]) -> str:
    with pytest.raises(Failed) as caught:
        call()
    return str(caught.value)


def close(got: Result, wanted: Any, tolerance: float = 1e-6) -> None:
    expect.close(got, torch.as_tensor(wanted), tolerance=tolerance, otherwise="Look.")


def gives(value: Result) -> Callable[..., Result]:
    return lambda *args, **options: value


def refuses(*args: Any, **options: Any) -> Result:
    raise StudentRaised("`f(5)`", ERROR)


# Values


@pytest.mark.parametrize(
    ("got", "wanted"),
    [
        ([1.0, 2.0], [1.0, 2.0]),
        ([1.0, 2.0], [1, 2]),
        ([1, 2], [1.0 + 1e-7, 2.0]),
        ([NAN, INF, -INF], [NAN, INF, -INF]),
        (2.5, 2.5),
        ([], []),
        ([1 + 0j], [1.0]),
    ],
)
def test_close_values_hold(trial: Trial, got: Any, wanted: Any) -> None:
    close(result(got), wanted)
    assert [(o.held, o.seen[0]) for o in trial.observations] == [(True, "values")]
    assert trial.failed is False


@pytest.mark.parametrize(
    ("got", "wanted", "message"),
    [
        ([1.0, 2.5, 9.0], [1.0, 2.0, 3.0], "2 of 3 {} The first is at index (1,): got 2.5, expected 2. Look."),
        ([[1.0], [NAN]], [[1.0], [2.0]], "1 of 2 {} The first is at index (1, 0): got nan, expected 2. Look."),
        ([INF], [-INF], "1 of 1 {} The first is at index (0,): got inf, expected -inf. Look."),
        ([1.0 + 1e-5], [1.0], "1 of 1 {} The first is at index (0,): got 1.00001, expected 1. Look."),
        (2.5, 2.0, "1 of 1 {} It is 2.5; expected was 2. Look."),
        ([2 + 1j], [2.0], "1 of 1 {} The first is at index (0,): got 2+1j, expected 2+0j. Look."),
        ([True], [0], "1 of 1 {} The first is at index (0,): got 1, expected 0. Look."),
        ([1.0, 2.0], [[1.0, 2.0]], "The result has shape (2,); expected was (1, 2). Look."),
        ([], 0.0, "The result has shape (0,); expected was (). Look."),
    ],
)
def test_values_that_differ_are_shown(trial: Trial, got: Any, wanted: Any, message: str) -> None:
    sentence = message.format("values are not as expected.")
    assert failure(lambda: close(result(got), wanted)) == sentence
    assert trial.failed is True


def test_tolerance_is_the_largest_difference_allowed() -> None:
    close(result([1.5], torch.float64), [1.0], tolerance=0.5)
    assert failure(lambda: close(result([1.5]), [1.0], tolerance=0.49)) == (
        "1 of 1 values are not as expected. The first is at index (0,): got 1.5, expected 1. Look."
    )


def test_equal_allows_no_difference() -> None:
    expect.equal(result([1.0, NAN]), torch.tensor([1.0, NAN]), otherwise="Look.")
    assert failure(lambda: expect.equal(result([1.0 + 1e-6]), torch.tensor([1.0]), otherwise="Look.")) == (
        "1 of 1 values are not as expected. The first is at index (0,): got 1, expected 1. Look."
    )


@pytest.mark.parametrize(
    ("got", "words"),
    [
        (Result("none"), "None"),
        (Result("number", value=3), "3"),
        (Result("text", value="abc"), "a string"),
        (Result("tuple"), "a tuple"),
        (Result("error", type_name="ValueError"), "a ValueError (returned, not raised)"),
    ],
)
def test_what_is_no_tensor_is_named(got: Result, words: str) -> None:
    message = f"The result is {words}, not a tensor. Look."
    assert failure(lambda: expect.tensor(got, otherwise="Look.")) == message
    assert failure(lambda: close(got, [1.0])) == message


def test_tensor_gives_the_data() -> None:
    assert expect.tensor(result([1, 2]), otherwise="Look.").tolist() == [1, 2]


def test_shape_and_dtype(trial: Trial) -> None:
    expect.shape(result([[1.0, 2.0]]), (1, 2), otherwise="Look.")
    expect.shape(Result("tensor", shape=(5, 8), device="meta"), [5, 8], otherwise="Look.")
    expect.dtype(result([1.0]), "float32", "float64", otherwise="Look.")
    assert [observation.held for observation in trial.observations] == [True] * 3
    assert failure(lambda: expect.shape(result([1.0]), (1, 1), otherwise="Look.")) == (
        "The result is a tensor of shape (1,); expected was a tensor of shape (1, 1). Look."
    )
    assert failure(lambda: expect.shape(Result("none"), (1,), otherwise="Look.")) == (
        "The result is None; expected was a tensor of shape (1,). Look."
    )
    assert failure(lambda: expect.dtype(result([1]), "float32", "float64", otherwise="Look.")) == (
        "The result's dtype is int64; expected was float32 or float64. Look."
    )
    assert failure(lambda: expect.dtype(Result("none"), "float32", otherwise="Look.")) == (
        "The result's dtype is none; expected was float32. Look."
    )


def test_true(trial: Trial) -> None:
    expect.true(True, seen="It is odd.", otherwise="Look.")
    assert failure(lambda: expect.true(False, seen="It is odd.", otherwise="Look.", noting=3)) == "It is odd. Look."
    assert trial.observations == [Observation((True,), True), Observation((3,), False)]


def test_a_failure_keeps_both_sentences() -> None:
    with pytest.raises(Failed) as caught:
        expect.true(False, seen="It is odd.", otherwise="Look at it.")
    assert (caught.value.seen, caught.value.look) == ("It is odd.", "Look at it.")


def test_only(trial: Trial) -> None:
    assert expect.only(["a"], seen="Two.", otherwise="Look.", noting=()) == "a"
    assert failure(lambda: expect.only(["a", "b"], seen="Two.", otherwise="Look.", noting="ab")) == "Two. Look."
    assert failure(lambda: expect.only([], seen="None.", otherwise="Look.", noting="")) == "None. Look."
    assert trial.observations == [
        Observation((1,), True),
        Observation((2, "ab"), False),
        Observation((0, ""), False),
    ]


# Calls


def test_returns_gives_the_result(trial: Trial) -> None:
    assert expect.returns(gives(result([1])), 5, otherwise="Look.", one_device=True).shape == (1,)
    assert trial.observations == [Observation(("returned",), True)]


def test_returns_fails_where_the_call_raises(trial: Trial) -> None:
    assert failure(lambda: expect.returns(refuses, 5, otherwise="Look.")) == ("`f(5)` raised TooLong: at most 4. Look.")
    assert trial.observations == [Observation(("raised", ERROR.classes, True, ""), False)]


def test_raises_takes_a_subclass(trial: Trial) -> None:
    assert expect.raises("ValueError", refuses, otherwise="Look.") is ERROR
    assert trial.observations == [Observation(("raised", ERROR.classes, True, ""), True)]


def test_raises_fails_for_another_class_and_for_none() -> None:
    assert failure(lambda: expect.raises("IndexError", refuses, otherwise="Look.")) == (
        "`f(5)` raised TooLong: at most 4. Look."
    )
    assert failure(lambda: expect.raises("ValueError", gives(result([1])), otherwise="Look.")) == (
        "No exception was raised: the call gave a tensor of shape (1,). Look."
    )


def test_a_students_own_words_are_no_fact_and_torchs_are() -> None:
    library = Raised("IndexError", ("IndexError",), "index out of range in self", False)
    assert expect.raised_facts(ERROR) == (ERROR.classes, True, "")
    assert expect.raised_facts(library) == (("IndexError",), False, "index out of range in self")


@pytest.mark.parametrize("letter", ["b", "B", " b "])
def test_a_right_choice_in_either_case(student: Callable[[str], LocalStudent], letter: str) -> None:
    expect.choice(student(f"q = {letter!r}"), "q", "b", otherwise="Look.")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("q = 'a'", "You chose a. Look."),
        ("q = 'C'", "You chose c. Look."),
        ("", "q is not set. Set it to one of a, b, c, d."),
        ("q = 2", "q is 2. Set it to one of a, b, c, d, as a string."),
        ("q = None", "q is None. Set it to one of a, b, c, d, as a string."),
        ("q = ''", "q is a string. Set it to one of a, b, c, d, as a string."),
        ("q = 'bc'", "q is a string. Set it to one of a, b, c, d, as a string."),
        ("q = 'e'", "q is a string. Set it to one of a, b, c, d, as a string."),
        ("q = ['b']", "q is a list. Set it to one of a, b, c, d, as a string."),
        ("q = 10**5000", "q is an int. Set it to one of a, b, c, d, as a string."),
    ],
)
def test_a_wrong_choice_and_what_is_none(student: Callable[[str], LocalStudent], code: str, message: str) -> None:
    assert failure(lambda: expect.choice(student(code), "q", "b", otherwise="Look.")) == message


# Trials


def test_a_survey_goes_on_where_a_judgement_ends(survey: Trial) -> None:
    expect.true(False, seen="No.", otherwise="Look.")
    close(result([1.0]), [2.0])
    assert expect.raises("ValueError", gives(Result("none")), otherwise="Look.") is None
    assert [observation.held for observation in survey.observations] == [False] * 3
    assert expect.surveying() is True


def test_even_a_survey_stops_where_nothing_can_follow(survey: Trial) -> None:
    assert (
        failure(lambda: expect.tensor(Result("none"), otherwise="Look.")) == "The result is None, not a tensor. Look."
    )
    assert failure(lambda: expect.returns(refuses, otherwise="Look.")) == "`f(5)` raised TooLong: at most 4. Look."
    assert len(survey.observations) == 2


def test_stop_makes_a_failure_and_notes_it(trial: Trial) -> None:
    stopped = expect.stop("No gradient.", "Look.", "learning", 3)
    assert (stopped.seen, stopped.look) == ("No gradient.", "Look.")
    assert trial.observations == [Observation(("learning", 3), False)]


def test_notes_are_kept_and_are_no_expectation(trial: Trial) -> None:
    expect.note("shape", (1, 2))
    assert (trial.observations, trial.expectations) == ([Observation(("shape", (1, 2)), True)], 0)
    expect.true(True, seen="", otherwise="")
    assert trial.expectations == 1


def test_probes_run_in_a_survey_only(trial: Trial) -> None:
    calls: list[int] = []
    expect.probe(lambda: calls.append(1))
    assert (calls, trial.observations, expect.surveying()) == ([], [], False)
    with expect.on_trial(Trial(survey=True)) as survey:
        expect.probe(lambda: "cpu")
        expect.probe(refuses)
    assert survey.observations == [
        Observation(("cpu",), True),
        Observation(("raised", ERROR.classes, True, ""), True),
    ]


def test_trials_do_not_leak_into_each_other(trial: Trial) -> None:
    with expect.on_trial(Trial()) as inner:
        expect.note("inner")
    expect.note("outer")
    assert (inner.observations, trial.observations) == (
        [Observation(("inner",), True)],
        [Observation(("outer",), True)],
    )


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (("a", 1), ("a", 1), True),
        (("a", 1), ("a", 2), False),
        (("a",), ("a", 1), False),
        ((1,), (1.0,), False),
        ((True,), (1,), False),
        ((("a", (1,)),), (("a", (1,)),), True),
        ((torch.tensor([1.0, NAN]),), (torch.tensor([1.0, NAN]),), True),
        ((torch.tensor([1.0]),), (torch.tensor([1.0 + 1e-5]),), True),
        ((torch.tensor([1.0]),), (torch.tensor([1.1]),), False),
        ((torch.tensor([1.0]),), (torch.tensor([[1.0]]),), False),
        ((torch.tensor([1.0]),), (torch.tensor([1]),), False),
        ((torch.tensor([1 + 1j]),), (torch.tensor([1 - 1j]),), False),
        ((torch.tensor([1.0]),), (1.0,), False),
    ],
)
def test_observations_match_if_what_was_seen_is_alike(one: Any, other: Any, alike: bool) -> None:
    assert Observation(one, True).matches(Observation(other, True)) is alike
    assert Observation(one, True).matches(Observation(other, False)) is False


def test_modules_are_compared_by_shapes_and_not_by_names() -> None:
    def parameter(name: str, *shape: int, learns: bool = True) -> NamedTensor:
        return NamedTensor(name, Result("tensor", shape=shape, requires_grad=learns))

    assert expect.names_and_shapes([parameter("a", 4, 2), parameter("b", 3, learns=False)]) == (
        ((3,), False),
        ((4, 2), True),
    )
