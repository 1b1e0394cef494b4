"""Torch modes with which code is tried on another device, on a machine that has but one.

The meta device has no data, and its kernels do not look where an index lies: `embedding(meta_table, cpu_index)` runs,
though `embedding(cuda_table, cpu_index)` would not. Under `OneDevice`, it fails as it would on a GPU.

Both are function modes: a dispatch mode would see more, at the price of importing torch's compiler, which takes
seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

# Functions whose purpose is to carry values from one device to another, and those that only look.
_CARRIERS = frozenset(
    {"to", "copy_", "type_as", "set_", "__set__", "__get__", "isinstance", "is_same_size"}
    | {"_has_compatible_shallow_copy_type"}  # what Module.to asks
)
_RANDOM = frozenset(
    {
        "normal_",
        "uniform_",
        "random_",
        "exponential_",
        "bernoulli_",
        "trunc_normal_",
        "xavier_normal_",
        "xavier_uniform_",
    }
    | {"kaiming_normal_", "kaiming_uniform_", "orthogonal_"}
)


class Weightless(TorchFunctionMode):
    """Draws no random numbers into tensors on the meta device, which have no room for them.

    torch would get there too, by way of a second's worth of imports.
    """

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if getattr(func, "__name__", "") in _RANDOM:
            target = args[0] if args else kwargs.get("tensor")
            if isinstance(target, torch.Tensor) and target.device.type == "meta":
                return target
        return func(*args, **kwargs)


class OneDevice(TorchFunctionMode):
    """Refuses, with the RuntimeError that CUDA gives, a function whose tensors lie on several devices.

    Tensors without dimensions are let through, as CUDA does for those on the CPU.
    """

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if getattr(func, "__name__", "") not in _CARRIERS:
            found = {str(tensor.device) for tensor in _tensors((args, tuple(kwargs.values()))) if tensor.dim() > 0}
            if len(found) > 1:
                raise RuntimeError(
                    "Expected all tensors to be on the same device, but found at least two devices, "
                    + " and ".join(sorted(found))
                    + "!"
                )
        return func(*args, **kwargs)


def _tensors(value: Any) -> Iterator[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _tensors(item)
