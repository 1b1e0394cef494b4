"""What kind of wrong vectors came. For the diagnosis only: a misconception has many forms, and their numbers differ."""

from __future__ import annotations

from collections.abc import Callable

import torch

from autograder.judging import expect
from autograder.student.vocabulary import Result

Kind = Callable[[torch.Tensor], object]


def vectors(result: Result, wanted: torch.Tensor, *, tolerance: float, otherwise: str, kind: Kind) -> None:
    """The result must be close to `wanted`. A diagnosis compares the `kind` of what came, where it has one."""
    what = kind(result.data.float()) if expect.surveying() and result.data is not None else None
    if what is None:
        expect.close(result, wanted, tolerance=tolerance, otherwise=otherwise)
    else:
        expect.true(False, seen="Another kind of vectors came.", otherwise=otherwise, noting=what)


def of_rows(got: torch.Tensor, wanted: torch.Tensor, table: torch.Tensor, new: torch.Tensor) -> object:
    """The kind of vectors that came in place of `wanted`, the first rows of `table`. None if right or unknown.

    `new`: the table as it is after the call.
    """
    if got.shape == wanted.shape and torch.allclose(got, wanted, atol=1e-4):
        return None
    if got.dim() == 2 and got.shape[1] == table.shape[1]:
        which = tuple(_place(vector, table) for vector in got)
        if None not in which:
            return "rows", which
    if got.shape != wanted.shape:
        return None
    return _change(got, wanted) or ("rewritten" if torch.equal(got, new[: len(got)]) else None)


def of_sums(got: torch.Tensor, tokens: torch.Tensor, table: torch.Tensor) -> object:
    """The kind of vectors that came in place of `tokens`, (B, T, C), plus the first rows of `table`."""
    rows, length, columns = tokens.shape
    positions = table[:length].expand_as(tokens)
    if got.shape != tokens.shape:
        sizes = {rows: "B", length: "T", columns: "C", 2 * columns: "2C", 2 * length: "2T", rows * length: "BT"}
        return "shape", tuple(sizes.get(size, size) for size in got.shape)
    if torch.allclose(got, tokens + positions, atol=1e-3):
        return None
    which = tuple(_place(vector, table) for vector in (got - tokens).flatten(0, 1))
    if None not in which:
        return "positions", which
    parts = torch.stack((tokens.flatten(), positions.flatten()), dim=1)
    factors = torch.linalg.lstsq(parts, got.flatten()[:, None]).solution
    if torch.allclose(parts @ factors, got.flatten()[:, None], atol=1e-3):
        return "factors", tuple(_factor(float(f), columns) for f in factors)
    if (got - tokens == 0).any() and _change(got - tokens, positions) == "dropped":
        return "positions dropped"
    return _change(got, tokens + positions)


def _place(vector: torch.Tensor, table: torch.Tensor) -> int | None:
    """The number of the row of the table that this vector is."""
    gaps = (table - vector).abs().amax(dim=1)
    return int(gaps.argmin()) if gaps.min() < 1e-3 else None


def _factor(value: float, columns: int) -> str:
    known = {"0": 0.0, "1": 1.0, "-1": -1.0, "2": 2.0, "1/2": 0.5, "root of n_embd": columns**0.5}
    return next((name for name, number in known.items() if abs(value - number) < 1e-2), "another")


def _change(got: torch.Tensor, wanted: torch.Tensor) -> object:
    """What was done to all of the vectors alike, if it is one of the usual things."""
    ratio, kept = got / wanted, got != 0
    if kept.any() and torch.allclose(ratio[kept], ratio[kept][0], rtol=1e-2):
        factor = float(ratio[kept][0])
        if kept.all() or abs(factor - 1) > 1e-2:
            return ("scaled", _factor(factor, got.shape[-1])) if kept.all() else "dropped"
    lengths = got.norm(dim=-1)
    if (
        kept.any()
        and torch.allclose(ratio, ratio[..., :1], rtol=1e-2)
        and torch.allclose(lengths, lengths.mean(), rtol=1e-2)
    ):
        return "lengths made equal"
    if got.mean(-1).abs().max() < 1e-2 and (got.var(-1, correction=0) - 1).abs().max() < 1e-2:
        return "standardised"
    return None
