from __future__ import annotations

from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import AuthoringError
from autograder.judging.check import Check, Draw, check


def holds(student: Any, draw: Draw) -> None:
    """Something
    holds."""


def mute(student: Any, draw: Draw) -> None: ...


def complaint(points: float, function: Any = holds) -> str:
    with pytest.raises(AuthoringError) as caught:
        check(task="double", points=points)(function)
    return str(caught.value)


def test_a_check_is_its_function_with_its_docstring_as_title() -> None:
    assert check(task="double", points=2)(holds) == Check("holds", "double", "Something holds.", 2.0, (), holds)


def test_what_it_needs_is_known_by_name() -> None:
    first = check(task="double", points=1)(holds)
    second = check(task="double", points=1, needs=(first, first))(holds)
    assert second.needs == ("holds", "holds")


def test_a_double_keeps_its_reason() -> None:
    assert check(task="double", points=1)(holds).double == ""
    assert check(task="double", points=1, double="it is loved")(holds).double == "it is loved"


def test_a_check_without_a_docstring_is_refused() -> None:
    assert complaint(1, mute) == "check mute: a check without a docstring. Say in it what holds."


@pytest.mark.parametrize("points", [0, -1, 0.3, 1 / 3])
def test_points_that_are_no_quarters_are_refused(points: float) -> None:
    assert complaint(points) == (f"check holds: {points} points. Give a positive multiple of a quarter of a point.")


@pytest.mark.parametrize("points", [0.25, 1, 7.75])
def test_quarters_of_a_point_are_allowed(points: float) -> None:
    assert check(task="double", points=points)(holds).points == points


def everything(draw: Draw) -> list[Any]:
    return [
        [draw.integer(0, 10**6) for _ in range(5)],
        draw.tokens(2, 3, vocab_size=1000).tolist(),
        draw.normal(2, 3).tolist(),
        draw.normal(2, dtype=torch.float64).tolist(),
    ]


def test_the_same_seed_draws_the_same_and_global_state_is_left_alone() -> None:
    state = torch.get_rng_state()
    first = everything(Draw("secret", "ada"))
    torch.rand(3)
    assert everything(Draw("secret", "ada")) == first
    torch.set_rng_state(state)
    everything(Draw("secret"))
    assert torch.equal(torch.get_rng_state(), state)


def test_a_seed_is_the_same_on_every_machine() -> None:
    assert Draw("secret", "ada").generator.initial_seed() == 5645499635365914839


@pytest.mark.parametrize("other", [("secret", "alan"), ("secretada",), ("secret", "ada", ""), ("", "secret", "ada")])
def test_another_seed_draws_something_else(other: tuple[str, ...]) -> None:
    assert everything(Draw(*other)) != everything(Draw("secret", "ada"))


@given(st.text(), st.integers(-5, 5), st.integers(0, 5))
def test_integers_lie_between_both_ends(seed: str, low: int, width: int) -> None:
    draw = Draw(seed)
    assert {draw.integer(low, low + width) for _ in range(20)} <= set(range(low, low + width + 1))


def test_both_ends_are_drawn() -> None:
    draw = Draw("ends")
    assert {draw.integer(3, 5) for _ in range(50)} == {3, 4, 5}


def test_shapes_and_dtypes() -> None:
    draw = Draw("shapes")
    tokens = draw.tokens(2, 3, vocab_size=7)
    assert (tokens.shape, tokens.dtype) == ((2, 3), torch.int64)
    assert 0 <= int(tokens.min()) <= int(tokens.max()) < 7
    assert (draw.normal(4).shape, draw.normal(4).dtype) == ((4,), torch.float32)
    assert draw.normal(1, 2, dtype=torch.float64).dtype == torch.float64
