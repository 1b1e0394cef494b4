"""A torch mode that notices tensors of two devices in one operation, on a machine with one device.

The meta device has no data and its kernels do not look where an index lies: `embedding(meta_table, cpu_index)` runs,
though `embedding(cuda_table, cpu_index)` would not. Under `OneDevice`, it fails as it would on a GPU.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

# Operations whose purpose is to carry values from one device to another.
_CARRIERS = frozenset({"aten::_to_copy", "aten::copy_", "aten::_copy_from", "aten::to"})

_RANDOM = frozenset({"aten::normal_", "aten::uniform_", "aten::random_", "aten::exponential_", "aten::bernoulli_"})


class Weightless(TorchDispatchMode):  # type: ignore[no-untyped-call]  # torch's base class has no types
    """Draws no random numbers into tensors on the meta device, which have no room for them.

    torch would get there too, by way of a second's worth of imports.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func._schema.name in _RANDOM and args and args[0].device.type == "meta":
            return args[0]
        return func(*args, **(kwargs or {}))


class OneDevice(TorchDispatchMode):  # type: ignore[no-untyped-call]  # torch's base class has no types
    """Refuses, with the RuntimeError that CUDA gives, an operation whose tensors lie on several devices.

    Tensors without dimensions are let through, as CUDA does for those on the CPU.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if func._schema.name not in _CARRIERS:
            leaves = tree_leaves((args, kwargs))
            found = {str(leaf.device) for leaf in leaves if isinstance(leaf, torch.Tensor) and leaf.dim() > 0}
            if len(found) > 1:
                raise RuntimeError(
                    "Expected all tensors to be on the same device, but found at least two devices, "
                    + " and ".join(sorted(found))
                    + "!"
                )
        return func(*args, **kwargs)
