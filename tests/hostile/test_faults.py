"""Whatever befalls a run, the next one ends as if nothing had been."""

from __future__ import annotations

from typing import Any

import pytest
from faults import FAULTS, Fault, Scene, ends_as_if_nothing_had_been


@pytest.mark.parametrize(
    "fault", [pytest.param(one, marks=[pytest.mark.slow] if one.slow else [], id=one.name) for one in FAULTS]
)
def test_the_fault_is_survived(fault: Fault, scene: Scene, undisturbed: tuple[Any, float]) -> None:
    fault.do(scene)
    ends_as_if_nothing_had_been(scene, undisturbed[0])
