"""A student whose code lives in this process: plain nbgrader's kernel, and the specimens' predictions."""

from __future__ import annotations

import contextlib
import linecache
import random
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import torch

from autograder.sandbox.inside.servant import Servant

from .vocabulary import Plain, Student

# What students' random calls start from in every check, so that a verdict does not depend on chance.
STUDENT_SEED = 20_171_612


class LocalStudent(Student):
    """The student who owns `namespace` (a notebook's `globals()`), driven without a wire."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        self._namespace = namespace
        self._servant = Servant(namespace)

    def ask(self, request: Plain) -> Plain:
        return self._servant.handle(request)

    @contextlib.contextmanager
    def fork(self) -> Iterator[LocalStudent]:
        """Names and the process's state are put back afterwards. What a student's objects remember is not."""
        names = dict(self._namespace)
        with _process_state():
            try:
                yield LocalStudent(self._namespace)
            finally:
                for name in self._namespace.keys() - names.keys():
                    del self._namespace[name]
                self._namespace.update(names)


@contextlib.contextmanager
def _process_state() -> Iterator[None]:
    """Start from known seeds and defaults; give the process back as it was."""
    kept = torch.get_rng_state(), np.random.get_state(legacy=True), random.getstate()
    dtype, gradients, threads = torch.get_default_dtype(), torch.is_grad_enabled(), torch.get_num_threads()
    deterministic = torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled()
    try:
        # Memory that is not initialised is filled with NaN then: a verdict must not depend on what lay there.
        torch.use_deterministic_algorithms(True, warn_only=True)
        torch.set_default_dtype(torch.float32)
        torch.set_grad_enabled(True)
        torch.manual_seed(STUDENT_SEED)
        np.random.seed(STUDENT_SEED % 2**32)
        random.seed(STUDENT_SEED)
        yield
    finally:
        torch.set_default_dtype(dtype)
        torch.set_grad_enabled(gradients)
        torch.use_deterministic_algorithms(deterministic[0], warn_only=deterministic[1])
        torch.set_default_device(None)
        if torch.get_num_threads() != threads:
            torch.set_num_threads(threads)
        torch.set_rng_state(kept[0])
        np.random.set_state(kept[1])
        random.setstate(kept[2])


def module_namespace(given: str, code: str, filename: str) -> dict[str, Any]:
    """The names that a plain module defines, run after the given code. Raises whatever it raises."""
    module = ModuleType("submission")
    sys.modules["submission"] = module  # dataclasses look their module up by name
    namespace = vars(module)
    exec(compile(given, "<given>", "exec"), namespace)
    linecache.cache[filename] = len(code), None, code.splitlines(keepends=True), filename
    exec(compile(code, filename, "exec"), namespace)
    return namespace
