"""Frames: what goes in comes out, and nothing but our own errors comes of what is no frame."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.sandbox.inside.wire import TENSORS_LIMIT, TEXT_LIMIT, Channel, WireError, WireTimeout


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    here, there = socket.socketpair()
    with here, there:
        yield here, there


def carried(value: Any) -> Any:
    here, there = socket.socketpair()
    with here, there:
        Channel(here).send(value)
        return Channel(there).receive(5)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=4),
        max_leaves=10,
    )
)
def test_plain_values_cross(value: Any) -> None:
    assert carried(value) == value


@pytest.mark.parametrize(
    "tensor",
    [
        torch.tensor(1.5),
        torch.zeros(0, 3),
        torch.tensor([[1.0, float("nan")], [float("inf"), -0.0]]),
        torch.arange(6).reshape(2, 3).t(),
        torch.tensor([True, False]),
        torch.tensor([1.5], dtype=torch.bfloat16),
        torch.tensor([1 + 2j, 3 - 4j]),
    ],
    ids=str,
)
def test_tensors_cross_bit_by_bit(tensor: torch.Tensor) -> None:
    got = carried({"a": [tensor, {"b": tensor}]})
    for copy in (got["a"][0], got["a"][1]["b"]):
        assert copy.dtype == tensor.dtype
        assert copy.shape == tensor.shape
        assert torch.equal(copy.nan_to_num(7.0), tensor.nan_to_num(7.0))


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (struct.pack("!II", TEXT_LIMIT + 1, 0), f"a frame of {TEXT_LIMIT + 1:,} + 0 bytes"),
        (struct.pack("!II", 2, TENSORS_LIMIT + 1), f"a frame of 2 + {TENSORS_LIMIT + 1:,} bytes"),
        (struct.pack("!II", 3, 0) + b"{no", "a frame that cannot be read: JSONDecodeError"),
        (struct.pack("!II", 2, 0) + b"\xc3\x28", "a frame that cannot be read: UnicodeDecodeError"),
        (struct.pack("!II", 20000, 0) + b"[" * 20000, "a frame that cannot be read: RecursionError"),
        (struct.pack("!II", 16, 0) + b'{"\\u0000tensor":1}'[:16], "a frame that cannot be read: JSONDecodeError"),
        (struct.pack("!II", 2, 9) + b"{}" + b"notsafe!!", "a frame that cannot be read: SafetensorError"),
        (struct.pack("!II", 100, 0) + b"{}", "the other end is gone"),
        (b"\x00", "the other end is gone"),
        (b"", "the other end is gone"),
    ],
)
def test_what_is_no_frame_is_an_error_of_ours(
    ends: tuple[socket.socket, socket.socket], sent: bytes, message: str
) -> None:
    ends[0].sendall(sent)
    ends[0].close()
    with pytest.raises(WireError) as caught:
        Channel(ends[1]).receive(5)
    assert str(caught.value) == message


@given(st.binary(max_size=64))
def test_bytes_of_a_stranger_give_a_value_or_an_error_of_ours(sent: bytes) -> None:
    here, there = socket.socketpair()
    with here, there:
        here.sendall(sent)
        here.close()
        with pytest.raises(WireError):
            list(iter(lambda: Channel(there).receive(5), EOFError))


def test_a_frame_that_does_not_come_is_a_timeout(ends: tuple[socket.socket, socket.socket]) -> None:
    ends[0].sendall(struct.pack("!II", 10, 0) + b"half")
    with pytest.raises(WireTimeout, match=r"^no answer in time$"):
        Channel(ends[1]).receive(0.05)


def test_nobody_listens(ends: tuple[socket.socket, socket.socket]) -> None:
    ends[1].close()
    with pytest.raises(WireError, match=r"^cannot send: "):
        Channel(ends[0]).send({})
