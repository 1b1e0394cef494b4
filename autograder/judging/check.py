"""The `@check` decorator, and what a check is once decorated."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

import torch

from autograder.errors import AuthoringError
from autograder.student.vocabulary import Student

Function = Callable[[Student, "Draw"], None]


class Draw:
    """Hidden inputs, drawn from a seed: the same seed gives the same inputs on every machine."""

    def __init__(self, *seed: str) -> None:
        digest = hashlib.sha256("\0".join(seed).encode()).digest()
        self.generator = torch.Generator().manual_seed(int.from_bytes(digest[:8], "big") >> 1)

    def integer(self, low: int, high: int) -> int:
        """One of low..high, both included."""
        return int(torch.randint(low, high + 1, (), generator=self.generator))

    def tokens(self, *shape: int, vocab_size: int) -> torch.Tensor:
        """Token ids of a shape, int64."""
        return torch.randint(vocab_size, shape, generator=self.generator)

    def normal(self, *shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
        return torch.randn(*shape, generator=self.generator, dtype=torch.float64).to(dtype)


@dataclass(frozen=True)
class Check:
    """One hidden check: the sentence that students read, its points, and the checks that must hold before it means
    anything.

    `double`: why it stays although others reject all that it rejects; empty for a check that rejects something alone.
    """

    name: str
    task: str
    title: str
    points: float
    needs: tuple[str, ...]
    function: Function
    double: str = ""


def check(*, task: str, points: float, needs: tuple[Check, ...] = (), double: str = "") -> Callable[[Function], Check]:
    """Make a check of a function `(student, draw)` whose docstring is the sentence that students read.

    `needs`: checks of the same task; where one of them did not pass, this one is not judged. `double`: the reason for
    a check that rejects no specimen alone; `verify` faults such a check without it, and any other with it.
    """

    def decorate(function: Function) -> Check:
        title = " ".join((function.__doc__ or "").split())
        name = getattr(function, "__name__", "?")
        if not title:
            raise AuthoringError(
                "a check without a docstring", where=f"check {name}", next_step="Say in it what holds."
            )
        if points <= 0 or points * 4 != int(points * 4):
            raise AuthoringError(
                f"{points} points", where=f"check {name}", next_step="Give a positive multiple of a quarter of a point."
            )
        return Check(name, task, title, float(points), tuple(need.name for need in needs), function, double)

    return decorate
