from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import torch
from torch import nn

from autograder.sandbox.inside.devices import OneDevice, Weightless

MIXED = "Expected all tensors to be on the same device, but found at least two devices, cpu and meta!"


def table() -> torch.Tensor:
    return torch.empty(4, 3, device="meta")


@pytest.mark.parametrize(
    "operation",
    [
        lambda: nn.functional.embedding(torch.arange(2), table()),
        lambda: table() + torch.ones(3),
        lambda: table() @ torch.ones(3, 2),
        lambda: torch.cat([table(), torch.ones(1, 3)]),
        lambda: torch.stack([torch.ones(3), table()[0]]),
        lambda: table().add_(torch.ones(3)),
        lambda: torch.where(torch.ones(4, 3, dtype=torch.bool), table(), table()),
    ],
)
def test_an_operation_on_two_devices_fails_as_on_a_gpu(operation: Callable[[], torch.Tensor]) -> None:
    with OneDevice(), pytest.raises(RuntimeError, match=f"^{re.escape(MIXED)}$"):
        operation()


def test_plain_meta_does_not_notice_what_this_mode_is_for() -> None:
    assert nn.functional.embedding(torch.arange(2), table()).shape == (2, 3)


@pytest.mark.parametrize(
    ("operation", "device"),
    [
        (lambda: nn.functional.embedding(torch.arange(2, device="meta"), table()), "meta"),
        (lambda: nn.functional.embedding(torch.arange(2).to("meta"), table()), "meta"),
        (lambda: table() + torch.ones(3).to(table()), "meta"),
        (lambda: table().copy_(torch.ones(3)), "meta"),
        (lambda: table() * torch.tensor(2.0), "meta"),
        (lambda: table()[:2] + table()[2:], "meta"),
        (lambda: torch.arange(2) + torch.ones(2), "cpu"),
        (lambda: nn.Linear(3, 2).to("meta")(table()), "meta"),
        (lambda: torch.ones(2).double().to(torch.float16), "cpu"),
    ],
)
def test_what_a_gpu_allows_is_let_through(operation: Callable[[], torch.Tensor], device: str) -> None:
    with OneDevice():
        assert operation().device.type == device


def test_a_module_that_makes_its_positions_on_the_cpu_is_found() -> None:
    module = nn.Embedding(4, 3).to("meta")
    with OneDevice():
        assert module(torch.arange(4, device="meta")).shape == (4, 3)
        with pytest.raises(RuntimeError, match=f"^{re.escape(MIXED)}$"):
            module(torch.arange(4))


def test_nothing_is_refused_afterwards() -> None:
    with OneDevice():
        pass
    assert nn.functional.embedding(torch.arange(2), table()).shape == (2, 3)


def test_weightless_modules_have_shapes_and_draw_no_numbers() -> None:
    state = torch.get_rng_state()
    with torch.device("meta"), Weightless():
        module = nn.Sequential(nn.Embedding(50_257, 768), nn.Linear(768, 10), nn.LayerNorm(10))
    assert torch.equal(torch.get_rng_state(), state)
    assert {parameter.device.type for parameter in module.parameters()} == {"meta"}
    assert sum(parameter.numel() for parameter in module.parameters()) == 50_257 * 768 + 768 * 10 + 10 + 2 * 10


def test_weightless_leaves_tensors_with_data_alone() -> None:
    torch.manual_seed(0)
    wanted = torch.empty(3).normal_()
    torch.manual_seed(0)
    with Weightless():
        assert torch.equal(torch.empty(3).normal_(), wanted)
