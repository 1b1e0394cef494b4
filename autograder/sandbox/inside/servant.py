"""The servant: it does what a check asks among a student's objects, and describes what came of it.

It knows nothing of assignments, checks or marks. A request is a dict with an `op`; a reply is a dict of plain values
and tensors: either `{"ok": ...}` or `{"raised": {...}}`, where the student's code raised. It stands on the students'
side of the seam, so whoever reads its replies believes nothing but what the reader has checked.
"""

from __future__ import annotations

import contextlib
import dis
import hashlib
import io
import random
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn

from .devices import OneDevice, Weightless
from .state import start_afresh

Request = dict[str, Any]
Reply = dict[str, Any]

TEXT_LIMIT = 500
TENSOR_LIMIT = 1 << 24
INTEGER_BITS = 64

# Held here before any student's code runs: a class that merely calls itself ValueError is not one.
_BUILTIN_ERRORS = {
    cls: name
    for name, cls in vars(__import__("builtins")).items()
    if isinstance(cls, type) and issubclass(cls, BaseException)
}

_RAISE = dis.opmap["RAISE_VARARGS"]


class Servant:
    """Serves one namespace. Objects that a request makes are kept, and known outside by their number."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        self.namespace = namespace
        self.objects: list[Any] = []
        self._undo: list[tuple[Callable[[], None], list[Any]]] = []

    def handle(self, request: Request) -> Reply:
        """Carry out one request. Raises KeyError or AttributeError for an `op` that is not of the protocol."""
        operation: Callable[..., Any] = getattr(self, "op_" + request["op"])
        arguments = {key: value for key, value in request.items() if key not in ("op", "one_device")}
        silence = _Silence()
        with silence:
            try:
                with OneDevice() if request.get("one_device") else contextlib.nullcontext():
                    reply = {"ok": operation(**arguments)}
            except BaseException as error:  # a student may raise anything, SystemExit included
                reply = {"raised": self._describe_error(error)}
                if isinstance(error, KeyboardInterrupt) and not reply["raised"]["own"]:
                    raise  # somebody pressed Ctrl-C
        return {**reply, "spoke": silence.spoke}

    # States

    def op_enter(self) -> None:
        """Start a state of its own: all that happens from here is undone by `leave`, but for what objects remember."""
        self._undo.append((start_afresh(self.namespace), self.objects))
        self.objects = []

    def op_leave(self) -> None:
        put_back, self.objects = self._undo.pop()
        put_back()

    # Names

    def op_defined(self, names: list[str]) -> str:
        """A character for each name: "1" where it is defined, else "0"."""
        return "".join("1" if name in self.namespace else "0" for name in names)

    def op_value(self, name: str) -> Reply:
        return self._describe(self.namespace[name])

    def op_define(self, code: str) -> None:
        exec(compile(code, "<given>", "exec"), self.namespace)

    # Objects

    def op_call(self, target: Reply, args: list[Reply], built_on: str | None = None) -> Reply:
        """Call a name or an object. `built_on`: the device on which tensors are made that name none."""
        function = self._decode(target)
        values = [self._decode(value) for value in args]
        if built_on is None:
            return self._describe(function(*values))
        with torch.device(built_on), Weightless():
            return self._describe(function(*values))

    def op_put(self, value: Reply) -> Reply:
        return self._describe(self._decode(value))

    def op_look(self, handle: int) -> Reply:
        return self._describe(self.objects[handle], keep=False)

    def op_overwrite(self, handle: int, value: torch.Tensor) -> None:
        with torch.no_grad():
            self.objects[handle].copy_(value)

    # Modules

    def op_tensors(self, handle: int, what: str) -> list[Reply]:
        """The parameters, buffers or state_dict entries of a module, the gradients of its parameters, or the tensors
        that lie loose in its attributes, registered nowhere; by name."""
        module: nn.Module = self.objects[handle]
        pairs: list[tuple[str, torch.Tensor]]
        if what == "parameters":
            pairs = [*nn.Module.named_parameters(module)]
        elif what == "buffers":
            pairs = [*nn.Module.named_buffers(module)]
        elif what == "gradients":
            pairs = [(name, p.grad) for name, p in nn.Module.named_parameters(module) if p.grad is not None]
        elif what == "loose":
            pairs = [(name, v) for name, v in vars(module).items() if isinstance(v, torch.Tensor)]
        else:
            pairs = [(k, v) for k, v in module.state_dict().items() if isinstance(v, torch.Tensor)]
        return [{"name": name, **self._describe(tensor, keep=False)} for name, tensor in pairs]

    def op_fill(self, handle: int, values: dict[str, torch.Tensor]) -> None:
        """Write values into parameters, in place, as an optimizer does."""
        parameters = dict(nn.Module.named_parameters(self.objects[handle]))
        with torch.no_grad():
            for name, value in values.items():
                parameters[name].copy_(value)

    def op_backward(self, handle: int, gradient: torch.Tensor) -> None:
        result = self.objects[handle]
        if result.shape != gradient.shape:
            raise RuntimeError(
                f"a gradient of shape {tuple(gradient.shape)} for a result of shape {tuple(result.shape)}"
            )
        # backward(gradient) would do; it imports a second's worth of torch's compiler at its first call.
        (result * gradient).sum().backward()

    def op_clear_gradients(self, handle: int) -> None:
        for parameter in nn.Module.parameters(self.objects[handle]):
            parameter.grad = None

    def op_move(self, handle: int, device: str | None, dtype: str | None) -> None:
        if dtype is not None:
            self.objects[handle].to(dtype=getattr(torch, dtype))
        if device is not None:
            self.objects[handle].to(device=device)

    def op_mode(self, handle: int, training: bool) -> None:
        self.objects[handle].train(training)

    def op_state(self) -> Reply:
        """What code can change for everybody else in its process."""
        return {
            "default dtype": str(torch.get_default_dtype()),
            "default device": str(torch.get_default_device()),
            "gradient mode": torch.is_grad_enabled(),
            "deterministic algorithms": torch.get_deterministic_debug_mode(),
            "number of threads": torch.get_num_threads(),
            "torch's random state": hashlib.sha256(torch.get_rng_state().numpy().tobytes()).hexdigest(),
            "NumPy's random state": hashlib.sha256(_numpy_state()).hexdigest(),
            "Python's random state": hashlib.sha256(repr(random.getstate()).encode()).hexdigest(),
        }

    # Plain values in and out

    def _decode(self, value: Reply) -> Any:  # noqa: PLR0911 - one line for each kind of argument
        kind = value["kind"]
        if kind == "plain":
            return value["value"]
        if kind == "name":
            return self.namespace[value["name"]]
        if kind == "object":
            return self.objects[value["handle"]]
        if kind == "device":
            return torch.device(value["device"])
        if kind == "make":
            return self.namespace[value["name"]](**value["fields"])
        if kind == "meta":
            return torch.empty(value["shape"], dtype=getattr(torch, value["dtype"]), device="meta")
        tensor: torch.Tensor = value["value"].clone()
        if value["layout"] == "transposed":
            tensor = tensor.t().contiguous().t()
        return tensor

    def _describe(self, value: Any, keep: bool = True) -> Reply:
        described = self._content(value)
        if keep:
            self.objects.append(value)
            described["handle"] = len(self.objects) - 1
        return described

    def _content(self, value: Any) -> Reply:  # noqa: PLR0911 - one line for each kind of value
        if isinstance(value, torch.Tensor):
            return self._tensor(value)
        if value is None:
            return {"kind": "none"}
        if isinstance(value, float) or (isinstance(value, int) and int.bit_length(value) < INTEGER_BITS):
            return {"kind": "number", "value": _number(value)}
        if isinstance(value, str):
            return {"kind": "text", "value": _text(value)}
        if isinstance(value, list | tuple):
            return {"kind": type(value).__name__, "length": len(value)}
        if isinstance(value, BaseException):
            return {"kind": "error", **self._describe_error(value)}
        return {"kind": "other", "class": type(value).__name__[:TEXT_LIMIT]}

    def _tensor(self, value: torch.Tensor) -> Reply:
        data = None
        if value.layout is not torch.strided:
            value = value.to_dense()
        if value.device.type != "meta" and value.numel() <= TENSOR_LIMIT:
            data = value.detach().to("cpu", copy=True).contiguous()
        return {
            "kind": "tensor",
            "dtype": str(value.dtype).removeprefix("torch."),
            "shape": list(value.shape),
            "device": str(value.device),
            "requires_grad": value.requires_grad,
            "data": data,
        }

    def _describe_error(self, error: BaseException) -> Reply:
        try:
            message = _text(str(error))
        except BaseException:
            message = ""
        trace, own = error.__traceback__, False
        while trace is not None:
            raising = trace.tb_frame.f_code.co_code[trace.tb_lasti] == _RAISE
            own = raising and trace.tb_frame.f_globals is self.namespace
            trace = trace.tb_next
        classes = [_BUILTIN_ERRORS[cls] for cls in type(error).__mro__ if cls in _BUILTIN_ERRORS]
        return {"class": type(error).__name__[:TEXT_LIMIT], "classes": classes, "message": message, "own": own}


def _numpy_state() -> bytes:
    state: Any = np.random.get_state(legacy=True)
    return bytes(state[1].tobytes()) + repr(state[2:]).encode()


def _text(value: str) -> str:
    """A plain str of at most TEXT_LIMIT characters that can be encoded; a subclass's own methods are not asked."""
    return str.__getitem__(value, slice(TEXT_LIMIT)).encode("utf-8", "replace").decode()


def _number(value: float) -> float:
    """A plain bool, int or float; a subclass's own methods are not asked."""
    if isinstance(value, bool):
        return value
    return int.__int__(value) if isinstance(value, int) else float.__float__(value)


class _Silence:
    """Students print and warn as they like: it costs nothing and goes nowhere. `spoke`: whether they did."""

    spoke = False

    def __enter__(self) -> _Silence:
        self._sink = io.StringIO()
        self._kept = sys.stdout, sys.stderr
        self._warnings = warnings.catch_warnings(record=True)
        self._caught = self._warnings.__enter__()
        warnings.simplefilter("always")
        sys.stdout = sys.stderr = self._sink
        return self

    def __exit__(self, *_: object) -> None:
        sys.stdout, sys.stderr = self._kept
        self._warnings.__exit__(None, None, None)
        self.spoke = bool(self._caught) or self._sink.tell() > 0
