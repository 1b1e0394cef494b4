"""A student whose code lives in this process: plain nbgrader's kernel, and the specimens' predictions."""

from __future__ import annotations

import contextlib
import linecache
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import torch

from autograder.sandbox.inside.servant import Servant
from autograder.sandbox.inside.state import start_afresh

from .vocabulary import Plain, Student

_Modes = tuple[torch.dtype, torch.device, bool]


class LocalStudent(Student):
    """The student who owns `namespace` (a notebook's `globals()`), driven without a wire."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        self._namespace = namespace
        self._servant = Servant(namespace)
        self._modes: _Modes | None = None

    def ask(self, request: Plain) -> Plain:
        """Defaults that the student's code sets hold for the student's code, and not for the check beside it."""
        ours = _modes()
        if self._modes is not None:
            _set_modes(self._modes)
        try:
            return self._servant.handle(request)
        finally:
            theirs = _modes()
            self._modes = theirs if theirs != ours else None
            if self._modes is not None:
                _set_modes(ours)

    @contextlib.contextmanager
    def fork(self) -> Iterator[LocalStudent]:
        """Names and the process's state are put back afterwards. What a student's objects remember is not."""
        put_back = start_afresh(self._namespace)
        try:
            yield LocalStudent(self._namespace)
        finally:
            put_back()


def _modes() -> _Modes:
    return torch.get_default_dtype(), torch.get_default_device(), torch.is_grad_enabled()


def _set_modes(modes: _Modes) -> None:
    torch.set_default_dtype(modes[0])
    torch.set_default_device(None if modes[1] == torch.device("cpu") else modes[1])
    torch.set_grad_enabled(modes[2])


def module_namespace(given: str, code: str, filename: str) -> dict[str, Any]:
    """The names that a plain module defines, run after the given code. Raises whatever it raises."""
    module = ModuleType("submission")
    sys.modules["submission"] = module  # dataclasses look their module up by name
    namespace = vars(module)
    exec(compile(given, "<given>", "exec"), namespace)
    linecache.cache[filename] = len(code), None, code.splitlines(keepends=True), filename
    exec(compile(code, filename, "exec"), namespace)
    return namespace
