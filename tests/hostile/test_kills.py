"""Whoever of a run is killed, at whatever moment, the next one ends as if nothing had been."""

from __future__ import annotations

from typing import Any

import pytest
from faults import KILLS, Kill, Scene, ends_as_if_nothing_had_been

# Those that the gate has time for.
_QUICK = 1


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.slow] if seed >= _QUICK else []) for seed in KILLS]
)
def test_a_kill_at_a_random_moment_is_survived(seed: int, scene: Scene, undisturbed: tuple[Any, float]) -> None:
    for _ in range(5):
        if Kill.drawn(seed).strike(scene):
            break
        scene.forget()
    else:
        pytest.fail("each run was over before its moment came")
    ends_as_if_nothing_had_been(scene, undisturbed[0])
