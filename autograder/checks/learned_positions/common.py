"""What the checks of this assignment share: configurations, and how a table is found whatever it is stored in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import Any

import torch

from autograder.errors import StudentRaised
from autograder.judging import expect
from autograder.judging.check import Draw
from autograder.student.vocabulary import Make, NamedTensor, Result, Student, Thing

from .likeness import Kind, of_sums

GPT2 = {"vocab_size": 50257, "block_size": 1024, "n_embd": 768}


def config(*, block_size: int, n_embd: int, vocab_size: int = 50) -> Make:
    """A GPTConfig, made on the student's side."""
    return Make("GPTConfig", {"vocab_size": vocab_size, "block_size": block_size, "n_embd": n_embd})


@dataclass(frozen=True)
class Table:
    """A table of vectors, and how it lies in parameters: `names` of those that hold it, and `read`, which lays it
    out."""

    names: tuple[str, ...]
    shapes: tuple[tuple[int, ...], ...]
    read: Callable[[Sequence[torch.Tensor]], torch.Tensor]

    def rows(self, tensors: Mapping[str, torch.Tensor]) -> torch.Tensor:
        """The table, (rows, columns), from the values or the gradients of the module's parameters by name."""
        return self.read([tensors.get(n, torch.zeros(s)) for n, s in zip(self.names, self.shapes, strict=True)])


def tables(parameters: Sequence[NamedTensor], rows: int, columns: int) -> list[Table]:
    """Every way in which parameters can be a table of this size: row by row in any shape, transposed, or in pieces."""
    found = []
    for parameter in parameters:
        size = tuple(n for n in parameter.shape if n != 1)
        one, shape = (parameter.name,), (parameter.shape,)
        if size == (columns, rows):
            found.append(Table(one, shape, lambda held: held[0].reshape(columns, rows).t()))
        elif prod(size) == rows * columns and (len(size) == 1 or size[0] == rows):
            found.append(Table(one, shape, lambda held: held[0].reshape(rows, columns)))
    if not found:
        found += _pieces(parameters, rows, columns)
    return found


def _pieces(parameters: Sequence[NamedTensor], rows: int, columns: int) -> list[Table]:
    """A run of several parameters that make the table together: its rows, or groups of its columns, one after
    another."""
    for start in range(len(parameters)):
        heights = list(accumulate(p.shape[0] if len(p.shape) == 2 else 1 for p in parameters[start:]))
        if rows in heights:
            run = parameters[start : start + heights.index(rows) + 1]
            if len(run) > 1 and all(p.shape[-1:] == (columns,) for p in run):
                return [_joined(run, lambda held: torch.cat([piece.reshape(-1, columns) for piece in held]))]
    wide = [p for p in parameters if len(p.shape) in (1, 2) and p.shape[0] == rows]
    if len(wide) > 1 and sum(prod(p.shape[1:]) for p in wide) == columns:
        return [_joined(wide, lambda held: torch.cat([piece.reshape(rows, -1) for piece in held], dim=1))]
    return []


def _joined(run: Sequence[NamedTensor], read: Callable[[Sequence[torch.Tensor]], torch.Tensor]) -> Table:
    return Table(tuple(p.name for p in run), tuple(p.shape for p in run), read)


def the_table(student: Student, thing: Thing, rows: int, columns: int) -> Table:
    """The one table of this size among a module's parameters. The check ends if there is none, or more than one."""
    parameters = thing.tensors("parameters")
    found = tables(parameters, rows, columns)
    return expect.only(
        found,
        seen=f"For block_size={rows} and n_embd={columns}, {_listed(parameters)}.",
        otherwise="The positions need one learned table, registered as a parameter, with a row for each position.",
        noting=_instead_of_a_table(student, thing, rows, columns),
    )


def fill(thing: Thing, draw: Draw) -> dict[str, torch.Tensor]:
    """Write drawn values into all parameters, as a zero-initialised table is legal. Gives them by name."""
    values = {
        p.name: 1.5 * draw.normal(*p.shape, dtype=getattr(torch, p.tensor.dtype)) for p in thing.tensors("parameters")
    }
    thing.fill(values)
    return values


def type_name(tensor: torch.Tensor) -> str:
    """The number type of a tensor: "float32"."""
    return str(tensor.dtype).removeprefix("torch.")


def unknown_to_meta(call: Thing, *args: Any) -> bool:
    """Whether torch stops a call on the meta device because what a boolean mask selects has no known size there.

    Tensors of two devices would have been noticed first.
    """
    try:
        call(*args, one_device=True)
    except StudentRaised as error:
        return not error.raised.own and "nonzero" in error.raised.message
    return False


def _listed(parameters: Sequence[NamedTensor]) -> str:
    if not parameters:
        return "the module has no parameters"
    shapes = [str(parameter.shape) for parameter in parameters[:4]]
    more = "" if len(parameters) <= 4 else f" and {len(parameters) - 4} more"
    return f"the module's parameters have the shapes {', '.join(shapes)}{more}"


def _instead_of_a_table(student: Student, thing: Thing, rows: int, columns: int) -> object:
    """What a module without the one table has, and how it answers, for the diagnosis only."""
    if not expect.surveying():
        return None
    parameters = thing.tensors("parameters")
    if len(parameters) == 1 and not {3, 50, columns, *range(rows - 1, rows + 3)}.issuperset(parameters[0].shape):
        return "a size of its own"
    had = expect.names_and_shapes(parameters), expect.names_and_shapes(thing.tensors("buffers"))
    seen: list[object] = []
    try:
        one = thing(3, "cpu")
        seen.append(expect.names_and_shapes(thing.tensors("parameters")))
        other, longer = thing(3, "cpu"), thing(rows, "cpu")
        again = student.new(thing.name, config(block_size=rows, n_embd=columns))(3, "cpu")
        if not parameters and any(t.tensor.dtype.startswith("float") for t in thing.tensors("loose")):
            return "a loose tensor", _equal(one, again)
        seen += [one.kind, one.requires_grad, longer.shape, _equal(one, other), _equal(one, again)]
    except StudentRaised as error:
        seen.append(expect.raised_facts(error.raised))
    return *had, *seen, expect.names_and_shapes(thing.tensors("parameters"))


def surplus_learns(thing: Thing, *args: Any) -> object:
    """For the diagnosis: whether all of a module's parameters get a gradient."""
    result = thing(*args)
    thing.backward(result, torch.ones(result.shape))
    return len(thing.tensors("gradients")) == len(thing.tensors("parameters"))


def _equal(one: Result, other: Result) -> bool:
    return one.data is not None and other.data is not None and torch.equal(one.data, other.data)


def _twice(module: Thing) -> object:
    """For the diagnosis: whether an `Embeddings` without parameters gives the same twice."""
    if not expect.surveying():
        return None
    try:
        idx = torch.zeros(2, 3, dtype=torch.int64)
        return _equal(module(idx), module(idx))
    except StudentRaised as error:
        return expect.raised_facts(error.raised)


@dataclass(frozen=True)
class Fused:
    """A student's `Embeddings` whose parameters hold drawn values, and its two tables."""

    module: Thing
    token: torch.Tensor
    position: torch.Tensor
    token_table: Table
    position_table: Table

    def kind(self, idx: torch.Tensor) -> Kind:
        """What tells of a wrong result for `idx` which kind it is."""
        return lambda got: of_sums(got, self.token[idx.long()], self.position)

    def expected(self, idx: torch.Tensor) -> torch.Tensor:
        """Token vector + position vector, (B, T, n_embd)."""
        return self.token[idx.long()] + self.position[: idx.shape[1]]


def fused(student: Student, draw: Draw, *, vocab_size: int = 50, block_size: int, n_embd: int) -> Fused:
    """Build and fill an `Embeddings`. The check ends where its two tables are not to be found."""
    module = student.new("Embeddings", config(block_size=block_size, n_embd=n_embd, vocab_size=vocab_size))
    parameters = module.tensors("parameters")
    found = []
    for rows, what in ((vocab_size, "tokens"), (block_size, "positions")):
        found.append(
            expect.only(
                tables(parameters, rows, n_embd),
                seen=f"For {vocab_size=}, {block_size=} and {n_embd=}, {_listed(parameters)}.",
                otherwise=f"The {what} need one learned table of their own, with {rows} rows of {n_embd} here.",
                noting=(expect.names_and_shapes(parameters), bool(parameters) or _twice(module)),
            )
        )
    values = fill(module, draw)
    return Fused(module, found[0].rows(values), found[1].rows(values), *found)
