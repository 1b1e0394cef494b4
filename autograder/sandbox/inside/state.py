"""What code can change for everybody else in its process, and how it is put back."""

from __future__ import annotations

import builtins
import operator
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

# What students' random calls start from in every check, so that a verdict does not depend on chance.
STUDENT_SEED = 20_171_612

# Where a patch would be felt by all code: `torch.equal = lambda *a: True` and its like.
_PATCHABLE: tuple[Any, ...] = (
    builtins, torch, torch.Tensor, torch.nn, torch.nn.Module, torch.nn.Embedding, torch.nn.functional, np,
)  # fmt: skip


def start_afresh(namespace: dict[str, Any]) -> Callable[[], None]:
    """Bring the process to a known state, and give the function that puts everything back as it was before."""
    names = dict(namespace)
    patches = [dict(vars(owner)) for owner in _PATCHABLE]
    randoms = torch.get_rng_state(), np.random.get_state(legacy=True), random.getstate()
    dtype, gradients, threads = torch.get_default_dtype(), torch.is_grad_enabled(), torch.get_num_threads()
    deterministic = torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled()

    def put_back() -> None:
        for owner, before in zip(_PATCHABLE, patches, strict=True):
            _unpatch(owner, before)
        torch.set_default_dtype(dtype)
        torch.set_grad_enabled(gradients)
        _set_deterministic(*deterministic)
        torch.set_default_device(None)
        if torch.get_num_threads() != threads:
            torch.set_num_threads(threads)
        torch.set_rng_state(randoms[0])
        np.random.set_state(randoms[1])
        random.setstate(randoms[2])
        for name in namespace.keys() - names.keys():
            del namespace[name]
        namespace.update(names)

    torch.set_default_dtype(torch.float32)
    torch.set_grad_enabled(True)
    if threads != 1:
        torch.set_num_threads(1)  # with more, sums are taken in another order: the last digits would differ
    # Memory that is not initialised is filled with NaN then: a verdict must not depend on what lay there.
    _set_deterministic(True, True)
    torch.default_generator.manual_seed(STUDENT_SEED)  # torch.manual_seed also queues work for GPUs, more at each call
    np.random.seed(STUDENT_SEED)
    random.seed(STUDENT_SEED)
    return put_back


def _set_deterministic(mode: bool, warn_only: bool) -> None:
    """What torch.use_deterministic_algorithms does, without the seconds that it takes to import torch's compiler."""
    torch._C._set_deterministic_algorithms(mode, warn_only=warn_only)


def _unpatch(owner: Any, before: dict[str, Any]) -> None:
    now = vars(owner)
    if len(now) == len(before) and all(map(operator.is_, now.values(), before.values())):
        return
    for name in [name for name, value in now.items() if name not in before or before[name] is not value]:
        if name in before:
            setattr(owner, name, before[name])
        elif not (
            isinstance(now[name], type(builtins)) or name.startswith("__")
        ):  # a submodule that was imported stays
            delattr(owner, name)
    for name in before.keys() - vars(owner).keys():
        setattr(owner, name, before[name])
