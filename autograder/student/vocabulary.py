"""The seam: what a check can ask of a student's code, wherever that code runs.

A `Student` does everything through one method, `ask`, which carries a request to a servant and brings its reply.
Values come back as copies: nothing that a check holds is an object of the student's.
"""

from __future__ import annotations

import contextlib
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch

from autograder.errors import Raised, StudentRaised

Plain = dict[str, Any]
_MISSING = frozenset({"NameError", "KeyError"})  # a call of a name that is not there is a KeyError of the servant's


@dataclass(frozen=True)
class Make:
    """An argument made on the student's side from a given name: `Make("GPTConfig", {"block_size": 16})`."""

    name: str
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """What one call returned, as seen from outside.

    `kind` is "tensor", "none", "number", "text", "list", "tuple", "error" (an exception that was returned, not raised)
    or "other". For a tensor, `data` is a copy on the CPU, or None on the meta device. `value` is the number or the
    text. `spoke`: the call printed something or gave a warning.
    """

    kind: str
    handle: int | None = None
    dtype: str = ""
    shape: tuple[int, ...] = ()
    device: str = ""
    requires_grad: bool = False
    data: torch.Tensor | None = None
    value: Any = None
    type_name: str = ""
    spoke: bool = False

    def describe(self) -> str:
        """What it is, in words: "a tensor of shape (1, 5, 8)", "None", "a list"."""
        if self.kind == "tensor":
            return f"a tensor of shape {self.shape}"
        article = "an" if self.type_name[:1].lower() in tuple("aeiou") else "a"
        named = f"{article} {self.type_name}"
        words = {"none": "None", "number": repr(self.value), "text": "a string", "other": named}
        words |= {"error": f"{named} (returned, not raised)", "list": "a list", "tuple": "a tuple"}
        return words[self.kind]


@dataclass(frozen=True)
class NamedTensor:
    """A parameter, buffer, gradient or state_dict entry: its name in the module, and the tensor."""

    name: str
    tensor: Result

    @property
    def shape(self) -> tuple[int, ...]:
        return self.tensor.shape


class Held:
    """A tensor that lives on the student's side, made from one of the check's."""

    def __init__(self, student: Student, result: Result) -> None:
        self._student = student
        self.handle = result.handle

    def now(self) -> Result:
        """What it holds at this moment."""
        return self._student.result(self._student.ask({"op": "look", "handle": self.handle}), "looking at a tensor")


class Thing:
    """An object that the student's code built, usually a module. Calling it calls theirs."""

    def __init__(self, student: Student, name: str, handle: int) -> None:
        self._student = student
        self.name = name
        self.handle = handle

    def __call__(self, *args: Any, one_device: bool = False) -> Result:
        """Call it. Raises StudentRaised. `one_device`: refuse operations that mix devices, as a GPU would."""
        request: Plain = {"op": "call", "target": {"kind": "object", "handle": self.handle}, "args": _encoded(args)}
        if one_device:
            request["one_device"] = True
        return self._student.result(self._student.ask(request), shown_call(self.name, args))

    def tensors(self, what: str) -> list[NamedTensor]:
        """Its "parameters", "buffers", "state_dict", "gradients" (those that are not None), or "loose" tensors
        (attributes that are registered nowhere)."""
        doing = f"listing the {what} of {self.name}"
        rows = self._student.answer(self._student.ask({"op": "tensors", "handle": self.handle, "what": what}), doing)
        return [NamedTensor(row["name"], _read(row)) for row in rows]

    def count_parameters(self) -> int:
        """How many numbers its parameters hold in all; a shared parameter counts once."""
        return sum(math.prod(parameter.shape) for parameter in self.tensors("parameters"))

    def fill(self, values: Mapping[str, torch.Tensor]) -> None:
        """Write values into parameters in place, as an optimizer does."""
        self._do({"op": "fill", "handle": self.handle, "values": dict(values)}, "writing its parameters")

    def backward(self, result: Result, gradient: torch.Tensor) -> None:
        """Backpropagate a gradient from a result."""
        self._do({"op": "backward", "handle": result.handle, "gradient": gradient}, "calling backward on the result")

    def clear_gradients(self) -> None:
        self._do({"op": "clear_gradients", "handle": self.handle}, "clearing gradients")

    def move(self, device: str | None = None, dtype: str | None = None) -> None:
        """`.to(device)` and `.to(dtype)`, with the dtype's name: "float64"."""
        target = ", ".join(filter(None, (dtype, device)))
        request = {"op": "move", "handle": self.handle, "device": device, "dtype": dtype}
        self._do(request, f"moving {self.name} to {target}")

    def train(self, training: bool = True) -> None:
        self._do({"op": "mode", "handle": self.handle, "training": training}, "calling train()")

    def eval(self) -> None:
        self.train(False)

    def _do(self, request: Plain, doing: str) -> None:
        self._student.answer(self._student.ask(request), doing)


class Student(ABC):
    """One student's code. Checks are given one; where the code runs is a subclass's business.

    `reference` gives the course's own code for names; the judge sets it. Of a fork: `missed`, what was said
    of names that are not there; `filled`, code of the course's own was run beside the student's.
    """

    reference: Callable[[frozenset[str]], str] | None = None
    missed = ""
    filled = False

    @abstractmethod
    def ask(self, request: Plain) -> Plain:
        """Carry a request to the servant and bring its reply, `{"ok": ...}` or `{"raised": {...}}`."""

    @abstractmethod
    def fork(self) -> contextlib.AbstractContextManager[Student]:
        """The same student in a state of its own, gone with all that happened to it when the block ends."""

    def has(self, name: str) -> bool:
        return name in self.defined((name,))

    def defined(self, names: Iterable[str]) -> frozenset[str]:
        """Those of these names that the student's code has defined."""
        names = sorted(names)
        found = str(self.ask({"op": "defined", "names": names}).get("ok", ""))
        return frozenset(name for name, there in zip(names, found, strict=False) if there == "1")

    def define(self, code: str) -> None:
        """Run code of the course's own (a reference that fills in a missing name) in the student's namespace."""
        self.filled = True
        self.answer(self.ask({"op": "define", "code": code}), "filling in the reference")

    def replace(self, name: str) -> None:
        """Put the reference in place of what the student wrote under this name."""
        if self.reference is None:
            raise LookupError("no reference is known to this student")
        self.define(self.reference(frozenset({name})))

    def value(self, name: str) -> Result:
        """What a variable holds."""
        return self.result(self.ask({"op": "value", "name": name}), f"reading {name}")

    def new(self, name: str, *args: Any, built_on: str | None = None) -> Thing:
        """Build an object of the student's class. Raises StudentRaised.

        `built_on="meta"` builds it where tensors have shapes and no memory.
        """
        result = self.call(name, *args, built_on=built_on)
        if result.handle is None or result.kind != "other":
            raise StudentRaised(shown_call(name, args), Raised("TypeError", ("TypeError",), "it built no object", True))
        return Thing(self, name, result.handle)

    def call(self, name: str, *args: Any, built_on: str | None = None) -> Result:
        """Call a function of the student's by name. Raises StudentRaised."""
        request = {"op": "call", "target": {"kind": "name", "name": name}, "args": _encoded(args)}
        if built_on is not None:
            request["built_on"] = built_on
        return self.result(self.ask(request), shown_call(name, args))

    def put(self, tensor: torch.Tensor, layout: str = "plain") -> Held:
        """A copy of a tensor on the student's side; layout "transposed" stores a matrix column by column."""
        request: Plain = {"op": "put", "value": _encoded_tensor(tensor, layout)}
        return Held(self, self.result(self.ask(request), "making a tensor"))

    def overwrite(self, result: Result, value: torch.Tensor) -> None:
        """Write into a tensor that a call returned, in place, as its caller may."""
        self.answer(self.ask({"op": "overwrite", "handle": result.handle, "value": value}), "writing into the result")

    def state(self) -> dict[str, Any]:
        """What code can change for all others in its process: default dtype, random states, gradient mode, ..."""
        state: dict[str, Any] = self.answer(self.ask({"op": "state"}), "reading the process's state")
        return state

    def answer(self, reply: Plain, doing: str) -> Any:
        """The `ok` of a reply; a `raised` becomes StudentRaised."""
        if "raised" in reply:
            row = reply["raised"]
            if not _MISSING.isdisjoint(row["classes"]) and len(self.missed) < 10_000:
                self.missed += row["message"]
            raise StudentRaised(doing, Raised(row["class"], tuple(row["classes"]), row["message"], row["own"]))
        return reply["ok"]

    def result(self, reply: Plain, doing: str) -> Result:
        return _read(self.answer(reply, doing), spoke=reply["spoke"])


def encode(value: Any) -> Plain:
    """One argument as the protocol carries it."""
    if isinstance(value, torch.Tensor):
        return _encoded_tensor(value, "plain")
    if isinstance(value, torch.device):
        return {"kind": "device", "device": str(value)}
    if isinstance(value, Held | Thing):
        return {"kind": "object", "handle": value.handle}
    if isinstance(value, Make):
        return {"kind": "make", "name": value.name, "fields": dict(value.fields)}
    return {"kind": "plain", "value": value}


def _encoded(args: tuple[Any, ...]) -> list[Plain]:
    return [encode(value) for value in args]


def _encoded_tensor(value: torch.Tensor, layout: str) -> Plain:
    if value.device.type == "meta":  # no data, so there is nothing that could cross the seam but this
        return {"kind": "meta", "shape": list(value.shape), "dtype": str(value.dtype).removeprefix("torch.")}
    return {"kind": "tensor", "value": value, "layout": layout}


def shown_call(name: str, args: tuple[Any, ...]) -> str:
    """A call as a student would write it, with tensors shown by their shape: `` `Embeddings(idx of shape (2, 5))`
    ``."""
    return f"`{name}({', '.join(map(_shown, args))})`"


def _shown(value: Any) -> str:
    if isinstance(value, torch.Tensor):
        return f"a tensor of shape {tuple(value.shape)}"
    if isinstance(value, Held | Thing):
        return "idx" if isinstance(value, Held) else value.name
    if isinstance(value, Make):
        return f"{value.name}({', '.join(f'{k}={v}' for k, v in value.fields.items())})"
    return repr(value)


def _read(row: Plain, spoke: bool = False) -> Result:
    return Result(
        kind=row["kind"],
        handle=row.get("handle"),
        dtype=row.get("dtype", ""),
        shape=tuple(row.get("shape", ())),
        device=row.get("device", ""),
        requires_grad=row.get("requires_grad", False),
        data=row.get("data"),
        value=row.get("value"),
        type_name=row.get("class", ""),
        spoke=spoke,
    )
