"""Frames on a socket: JSON for plain values, safetensors for tensors, never pickle.

A frame is two lengths, the JSON, and the tensors that the JSON names. Both ends bound what they read before they read
it.
"""

from __future__ import annotations

import json
import math
import socket
import struct
import time
from typing import Any

import torch
from safetensors import TensorSpec, serialize
from safetensors.torch import load

_LENGTHS = struct.Struct("!II")
_STEP = 0.05  # seconds
TEXT_LIMIT = 4 << 20
TENSORS_LIMIT = 128 << 20
SEND_SECONDS = 30.0
_KEY = "\0tensor"


class WireError(Exception):
    """What came is no frame, or none came."""


class WireTimeout(WireError):  # noqa: N818 - the built-in TimeoutError's sister
    """No whole frame came in time."""


class WireMalformed(WireError):  # noqa: N818 - their brother
    """Bytes came that are no frame."""


class Channel:
    """One end of a socket."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._came = bytearray()
        self._patience = 0.0
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, _timeval(SEND_SECONDS))

    def send(self, value: Any) -> None:
        """Send one value: dicts, lists, strings, numbers, None and tensors. Raises WireError if nobody listens."""
        left = memoryview(encoded(value))
        until = time.monotonic() + SEND_SECONDS
        try:
            while left := left[self._end.send(left, socket.MSG_NOSIGNAL) :]:
                if time.monotonic() > until:
                    raise WireTimeout("nobody reads")
        except BlockingIOError as error:  # what SO_SNDTIMEO gives
            raise WireTimeout("nobody reads") from error
        except OSError as error:
            raise WireError(f"cannot send: {error}") from error

    def receive(self, seconds: float | None = None) -> Any:
        """The next value. Raises WireTimeout if it is not whole after so many seconds, WireError if it is none."""
        until = None if seconds is None else time.monotonic() + seconds
        self._wait(seconds)
        self._fill(_LENGTHS.size, until)
        text_length, blob_length = _LENGTHS.unpack_from(self._came)
        if text_length > TEXT_LIMIT or blob_length > TENSORS_LIMIT:
            raise WireMalformed(f"a frame of {text_length:,} + {blob_length:,} bytes")
        middle = _LENGTHS.size + text_length
        self._fill(middle + blob_length, until)
        came, self._came = self._came, bytearray()
        if len(came) > middle + blob_length:  # each end speaks when it is asked, once
            raise WireMalformed("more than the one frame that was asked for")
        return decoded(bytes(came))

    def close(self) -> None:
        self._end.close()

    def _fill(self, size: int, until: float | None) -> None:
        """Read until so many bytes are there; one system call for a frame of ordinary size."""
        while len(self._came) < size:
            try:
                piece = self._end.recv(max(size - len(self._came), 1 << 16))
            except BlockingIOError as error:  # what SO_RCVTIMEO gives
                raise WireTimeout("no answer in time") from error
            except OSError as error:
                raise WireError(f"cannot read: {error}") from error
            if not piece:
                raise WireError("the other end is gone")
            self._came += piece
            if until is not None and len(self._came) < size:
                self._wait(until - time.monotonic())

    def _wait(self, seconds: float | None) -> None:
        """Let the kernel end a read after so long. Python's own timeouts would cost a second system call for each."""
        # In steps, upwards: what is left of a check's time is another number for each answer.
        patience = 0.0 if seconds is None else math.ceil(seconds / _STEP) * _STEP
        if seconds is not None and seconds <= 0:
            raise WireTimeout("no answer in time")
        if patience != self._patience:
            self._patience = patience
            self._end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _timeval(patience))


def _timeval(seconds: float) -> bytes:
    """Seconds as the kernel takes them; 0 is for ever, so that the shortest is a microsecond."""
    whole = int(seconds)
    return struct.pack("@ll", whole, max(int((seconds - whole) * 1e6), 1) if seconds else 0)


def encoded(value: Any) -> bytes:
    """A value as a frame: dicts, lists, strings, numbers, None and tensors."""
    tensors: dict[str, torch.Tensor] = {}

    def named(tensor: Any) -> dict[str, Any]:
        """What stands in the JSON for a tensor. The encoder asks for it, and goes through all else by itself."""
        if not isinstance(tensor, torch.Tensor):
            raise TypeError(f"a {type(tensor).__name__} cannot cross")
        name, tensor = str(len(tensors)), tensor.detach()
        if not tensor.is_complex():
            tensors[name] = tensor.contiguous()
            return {_KEY: name}
        tensors[name] = torch.view_as_real(tensor.resolve_conj()).contiguous()  # safetensors has no such type
        return {_KEY: name, "complex": True}

    text = json.dumps(value, allow_nan=True, default=named).encode()
    blob = _serialized(tensors) if tensors else b""
    return _LENGTHS.pack(len(text), len(blob)) + text + blob


def decoded(frame: bytes) -> Any:
    """The value of one whole frame. Raises WireError if it is none."""
    try:
        middle = _LENGTHS.size + _LENGTHS.unpack_from(frame)[0]
        text, blob = frame[_LENGTHS.size : middle], frame[middle:]
        if not blob:
            return json.loads(text)
        tensors = load(blob)

        def unnamed(row: dict[str, Any]) -> Any:
            if _KEY not in row:
                return row
            tensor = tensors[row[_KEY]]
            return torch.view_as_complex(tensor) if row.get("complex") else tensor

        return json.loads(text, object_hook=unnamed)
    except Exception as error:  # the parsers raise classes of their own, and RecursionError
        raise WireMalformed(f"a frame that cannot be read: {type(error).__name__}") from error


def _serialized(tensors: dict[str, torch.Tensor]) -> bytes:
    """What safetensors.torch.save gives in ten times the time: it looks for shared memory, which does no harm here."""
    specs = {
        name: TensorSpec(
            dtype=str(value.dtype).removeprefix("torch."),
            shape=value.shape,
            data_ptr=value.data_ptr(),
            data_len=value.nbytes,
        )
        for name, value in tensors.items()
    }
    return bytes(serialize(specs))
