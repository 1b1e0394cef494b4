"""What a check may expect of what it saw.

Each expectation is noted in the `Trial` under way: what was observed, and whether it held. A trial is either a
judgement, which ends at the first expectation that does not hold, or a survey, which goes on and keeps all
observations; surveys of a submission and of known wrong answers are compared to find out which misconception they
share.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

import torch

from autograder.errors import Failed, Raised, StudentRaised
from autograder.student.vocabulary import NamedTensor, Result, Student

T = TypeVar("T")


@dataclass(frozen=True)
class Observation:
    """One thing seen in a trial: plain values and tensors, and whether it was as expected."""

    seen: tuple[Any, ...]
    held: bool

    def matches(self, other: Observation) -> bool:
        return self.held == other.held and _alike(self.seen, other.seen)


@dataclass
class Trial:
    """One run of one check."""

    survey: bool = False
    observations: list[Observation] = field(default_factory=list)
    expectations: int = 0

    def note(self, held: bool, *seen: Any) -> None:
        """Keep what came of an expectation."""
        self.observations.append(Observation(seen, held))
        self.expectations += 1

    @property
    def failed(self) -> bool:
        return any(not observation.held for observation in self.observations)


# Checks are called with the student alone, so that they read as sentences; the trial that they belong to goes with the
# context.
_trial: ContextVar[Trial] = ContextVar("trial")


@contextlib.contextmanager
def on_trial(trial: Trial) -> Iterator[Trial]:
    """Expectations in the block belong to `trial`."""
    token = _trial.set(trial)
    try:
        yield trial
    finally:
        _trial.reset(token)


def true(held: bool, *, seen: str, otherwise: str, noting: Any = None) -> None:
    """`held` must be true. `seen` says what came instead; `noting` is what a diagnosis compares (default: `held`)."""
    _settle(held, (noting if noting is not None else held,), seen, otherwise)


def surveying() -> bool:
    """Whether observations are being gathered for a diagnosis, so that it pays to look at more."""
    return _trial.get().survey


def note(*seen: Any) -> None:
    """Keep an observation for the diagnosis; nothing is expected of it."""
    _trial.get().observations.append(Observation(seen, True))


def probe(call: Callable[[], Any]) -> None:
    """For the diagnosis only: note what `call` gives or raises. Does nothing in a judgement."""
    if surveying():
        try:
            note(call())
        except StudentRaised as error:
            note("raised", *raised_facts(error.raised))


def stop(seen: str, otherwise: str, *noting: Any) -> Failed:
    """The failure to raise where a check cannot go on: `raise expect.stop(...)`."""
    _trial.get().note(False, *noting)
    return Failed(seen, otherwise)


def tensor(result: Result, *, otherwise: str) -> torch.Tensor:
    """The result must be a tensor with data; gives the data. Nothing can follow if it is not."""
    if result.kind != "tensor" or result.data is None:
        raise stop(f"The result is {result.describe()}, not a tensor.", otherwise, result.kind, result.type_name)
    return result.data


def shape(result: Result, wanted: Sequence[int], *, otherwise: str) -> None:
    """The result must be a tensor of this very shape."""
    seen = f"The result is {result.describe()}; expected was a tensor of shape {tuple(wanted)}."
    _settle(
        result.kind == "tensor" and result.shape == tuple(wanted),
        (result.kind, result.type_name, result.shape),
        seen,
        otherwise,
    )


def dtype(result: Result, *wanted: str, otherwise: str) -> None:
    """The result's dtype must be one of those named: "float32"."""
    seen = f"The result's dtype is {result.dtype or 'none'}; expected was {' or '.join(wanted)}."
    _settle(result.dtype in wanted, (result.dtype,), seen, otherwise)


def equal(result: Result, wanted: torch.Tensor, *, otherwise: str) -> None:
    """The result must have this shape and exactly these values, NaN equal to NaN."""
    close(result, wanted, tolerance=0.0, otherwise=otherwise)


def close(result: Result, wanted: torch.Tensor, *, tolerance: float, otherwise: str) -> None:
    """The result must have this shape, and each value must lie within `tolerance` of the one wanted, as float64."""
    data = tensor(result, otherwise=otherwise)
    if data.shape != wanted.shape:
        seen = f"The result has shape {tuple(data.shape)}; expected was {tuple(wanted.shape)}."
        _settle(False, ("values", tuple(data.shape), data), seen, otherwise)
        return
    wide = torch.complex128 if data.is_complex() or wanted.is_complex() else torch.float64
    got, want = data.to(wide), wanted.to(wide)
    held = (got == want) | ((got - want).abs() <= tolerance) | (got.isnan() & want.isnan())
    share = f"{int((~held).sum())} of {held.numel()} values are not as expected."
    example = "" if held.all() else _first_difference(got, want, held)
    _settle(bool(held.all()), ("values", tuple(data.shape), data), share, otherwise, example)


def returns(call: Callable[..., Result], *args: Any, otherwise: str, **options: Any) -> Result:
    """The call must return. Nothing can follow if it raises."""
    try:
        result = call(*args, **options)
    except StudentRaised as error:
        raise stop(f"{error}", otherwise, "raised", *raised_facts(error.raised)) from None
    _trial.get().note(True, "returned")
    return result


def raises(name: str, call: Callable[..., Result], *args: Any, otherwise: str, **options: Any) -> Raised | None:
    """The call must raise the built-in exception `name` or a subclass. Gives what was raised, None in a survey if
    nothing was."""
    try:
        result = call(*args, **options)
    except StudentRaised as error:
        _settle(name in error.raised.classes, ("raised", *raised_facts(error.raised)), f"{error}", otherwise)
        return error.raised
    seen = f"No exception was raised: the call gave {result.describe()}."
    _settle(False, ("returned", result.kind, result.shape), seen, otherwise)
    return None


def only(items: Sequence[T], *, seen: str, otherwise: str, noting: Any) -> T:
    """There must be exactly one; gives it."""
    if len(items) != 1:
        raise stop(seen, otherwise, len(items), noting)
    _trial.get().note(True, 1)
    return items[0]


def choice(student: Student, name: str, right: str, *, among: str = "abcd", otherwise: str) -> None:
    """A quiz answer: the variable must hold the right one of the letters, in either case."""
    if not student.has(name):
        raise stop(f"{name} is not set.", f"Set it to one of {', '.join(among)}.", "not set")
    result = student.value(name)
    given = str(result.value).strip().lower() if result.kind == "text" else ""
    if len(given) != 1 or given not in among:
        raise stop(f"{name} is {result.describe()}.", f"Set it to one of {', '.join(among)}, as a string.", "no choice")
    _settle(given == right, ("choice", given), f"You chose {given}.", otherwise)


def names_and_shapes(tensors: Sequence[NamedTensor]) -> tuple[Any, ...]:
    """Parameters or buffers as a diagnosis compares them: sorted shapes and whether they learn, without names."""
    return tuple(sorted((item.shape, item.tensor.requires_grad) for item in tensors))


def _settle(held: bool, noting: tuple[Any, ...], seen: str, otherwise: str, example: str = "") -> None:
    trial = _trial.get()
    trial.note(held, *noting)
    if not held and not trial.survey:
        raise Failed(seen, otherwise, example)


def raised_facts(raised: Raised) -> tuple[Any, ...]:
    """An exception as a diagnosis compares it: torch's words tell mistakes apart, a student's own words do not."""
    return raised.classes, raised.own, "" if raised.own else raised.message


def _first_difference(got: torch.Tensor, want: torch.Tensor, held: torch.Tensor) -> str:
    if got.dim() == 0:
        return f"It is {got.item():.6g}; expected was {want.item():.6g}."
    place = tuple(int(i) for i in (~held).nonzero()[0])
    return f"The first is at index {place}: got {got[place].item():.6g}, expected {want[place].item():.6g}."


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        if one.shape != other.shape or one.dtype != other.dtype:
            return False
        wide = torch.complex128 if one.is_complex() else torch.float64
        return bool(torch.allclose(one.to(wide), other.to(wide), rtol=1e-3, atol=1e-4, equal_nan=True))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    return type(one) is type(other) and bool(one == other)
