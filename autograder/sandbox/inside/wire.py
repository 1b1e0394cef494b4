"""Frames on a socket: JSON for plain values, safetensors for tensors, never pickle.

A frame is two lengths, the JSON, and the tensors that the JSON names. Both ends bound what they read before they read
it.
"""

from __future__ import annotations

import json
import socket
import struct
import time
from typing import Any

import torch
from safetensors.torch import load, save

_LENGTHS = struct.Struct("!II")
TEXT_LIMIT = 4 << 20
TENSORS_LIMIT = 128 << 20
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

    def send(self, value: Any) -> None:
        """Send one value: dicts, lists, strings, numbers, None and tensors. Raises WireError if nobody listens."""
        tensors: dict[str, torch.Tensor] = {}
        text = json.dumps(_packed(value, tensors), allow_nan=True).encode()
        blob = save(tensors) if tensors else b""
        try:
            self._end.sendall(_LENGTHS.pack(len(text), len(blob)) + text + blob)
        except OSError as error:
            raise WireError(f"cannot send: {error}") from error

    def receive(self, seconds: float | None = None) -> Any:
        """The next value. Raises WireTimeout if it is not whole after so many seconds, WireError if it is none."""
        until = None if seconds is None else time.monotonic() + seconds
        text_length, blob_length = _LENGTHS.unpack(self._read(_LENGTHS.size, until))
        if text_length > TEXT_LIMIT or blob_length > TENSORS_LIMIT:
            raise WireMalformed(f"a frame of {text_length:,} + {blob_length:,} bytes")
        text, blob = self._read(text_length, until), self._read(blob_length, until)
        try:
            return _unpacked(json.loads(text), load(blob) if blob else {})
        except Exception as error:  # the parsers raise classes of their own, and RecursionError
            raise WireMalformed(f"a frame that cannot be read: {type(error).__name__}") from error

    def close(self) -> None:
        self._end.close()

    def _read(self, size: int, until: float | None) -> bytes:
        pieces = bytearray()
        while len(pieces) < size:
            if until is not None:
                left = until - time.monotonic()
                if left <= 0:
                    raise WireTimeout("no answer in time")
                self._end.settimeout(left)
            else:
                self._end.settimeout(None)
            try:
                piece = self._end.recv(min(size - len(pieces), 1 << 20))
            except TimeoutError as error:
                raise WireTimeout("no answer in time") from error
            except OSError as error:
                raise WireError(f"cannot read: {error}") from error
            if not piece:
                raise WireError("the other end is gone")
            pieces += piece
        return bytes(pieces)


def _packed(value: Any, tensors: dict[str, torch.Tensor]) -> Any:
    if isinstance(value, torch.Tensor):
        name = str(len(tensors))
        if value.is_complex():  # safetensors has no such type
            tensors[name] = _own_memory(torch.view_as_real(value.detach().resolve_conj()), tensors)
            return {_KEY: name, "complex": True}
        tensors[name] = _own_memory(value.detach(), tensors)
        return {_KEY: name}
    if isinstance(value, dict):
        return {key: _packed(item, tensors) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_packed(item, tensors) for item in value]
    return value


def _own_memory(value: torch.Tensor, others: dict[str, torch.Tensor]) -> torch.Tensor:
    """The tensor, contiguous; copied where it shares memory with another, which safetensors refuses."""
    value = value.contiguous()
    places = {other.untyped_storage().data_ptr() for other in others.values()}
    return value.clone() if value.untyped_storage().data_ptr() in places else value


def _unpacked(value: Any, tensors: dict[str, torch.Tensor]) -> Any:
    if isinstance(value, dict):
        if _KEY in value:
            tensor = tensors[value[_KEY]]
            return torch.view_as_complex(tensor) if value.get("complex") else tensor
        return {key: _unpacked(item, tensors) for key, item in value.items()}
    if isinstance(value, list):
        return [_unpacked(item, tensors) for item in value]
    return value
