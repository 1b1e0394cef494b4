"""Task `block_size_cap`: T > block_size raises ValueError, and nothing else is refused.

Only refusals are judged here, never the vectors: those are the lookup's.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import torch

from autograder.errors import Raised, StudentRaised
from autograder.judging import expect
from autograder.judging.check import Draw, check
from autograder.student.vocabulary import Student, Thing

from .common import config, fill, tables

NOT_REFUSED = "A length above block_size must be refused by a ValueError of your own, before anything is looked up."


def serves(module: Thing, *args: Any) -> None:
    """A legal call must not be refused. What torch itself raises on the way is the lookup's mistake, not the cap's."""
    refused, why = False, ""
    facts: tuple[Any, ...] = ("served",)
    try:
        module(*args)
    except StudentRaised as error:
        refused, why = error.raised.own, str(error)
        facts = expect.raised_facts(error.raised)
    expect.true(
        not refused,
        seen=f"A legal call was refused: {why}.",
        otherwise="Every T from 0 to block_size is legal, in batches of any size. Look at what you compare.",
        noting=facts,
    )


def refuses(module: Thing, *args: Any, otherwise: str = NOT_REFUSED) -> Raised | None:
    """The call must raise ValueError. A diagnosis compares the class of what is raised, not torch's words."""
    if not expect.surveying():
        return expect.raises("ValueError", module, *args, otherwise=otherwise)
    came = _outcome(module, *args)
    raised = came if isinstance(came, Raised) else None
    right = raised is not None and "ValueError" in raised.classes
    expect.true(right, seen="Not refused.", otherwise=otherwise, noting=_facts(raised) if raised else came)
    return raised


def _outcome(module: Thing, *args: Any) -> object:
    try:
        result = module(*args)
    except StudentRaised as error:
        return error.raised
    return "returned", result.kind, "spoke" if result.spoke else result.shape


def _facts(raised: Raised) -> tuple[object, ...]:
    """What tells exceptions apart: the class, who raised it, and whether it came of raising what is no exception."""
    name = raised.classes[0]
    if raised.own and name not in (
        "ValueError",
        "IndexError",
        "RuntimeError",
        "AssertionError",
        "Exception",
        "SystemExit",
    ):
        name = "another"
    return name, raised.own or name == "SystemExit", "derive from BaseException" in raised.message


@check(task="block_size_cap", points=1.25)
def too_long_is_refused(student: Student, draw: Draw) -> None:
    """T > block_size raises ValueError, however far above it is."""
    sizes = (12, draw.integer(5, 9), 14)
    modules = [student.new("PositionalEmbedding", config(block_size=rows, n_embd=16)) for rows in sizes]
    for rows, pos in zip(sizes, modules, strict=True):
        serves(pos, rows // 2, "cpu")
        for length in (rows + 1, 3 * rows):
            refuses(pos, length, "cpu")
    for length in (9, 17, 21, 1025):
        expect.probe(partial(_kind, student, length))
    expect.probe(lambda: _kind(student, 9, training=False))
    expect.probe(lambda: _what_comes_instead(student, draw))


def _kind(student: Student, length: float, training: bool = True) -> object:
    """For the diagnosis: what a length gives where block_size is 8, n_embd 16 and vocab_size 20."""
    pos = student.new("PositionalEmbedding", config(block_size=8, n_embd=16, vocab_size=20))
    pos.train(training)
    came = _outcome(pos, length, "cpu")
    return _facts(came) if isinstance(came, Raised) else "returned"


def _what_comes_instead(student: Student, draw: Draw) -> object:
    """For the diagnosis: what an over-long call returns, row by row, against the table."""
    pos = student.new("PositionalEmbedding", config(block_size=8, n_embd=16))
    values = fill(pos, draw)
    try:
        result = pos(11, "cpu")
    except StudentRaised as error:
        return _facts(error.raised)
    if result.spoke:
        return "spoke", result.kind
    found = tables(pos.tensors("parameters"), 8, 16)
    expect.note("table afterwards", len(found))
    rows = found[0].rows(values) if found else None
    if result.data is None or rows is None or result.data.dim() != 2 or result.data.shape[1] != 16:
        return "no rows"
    data = result.data
    expect.note("first rows kept", bool((data[:8] == rows[: len(data[:8])]).all()))
    if len(data) != 11:
        return len(data), _kind(student, 11.0)  # a slice refuses a length with a point, min() does not
    beyond = data[8:]
    return bool((beyond == 0).all()), bool((beyond == rows[7]).all()), bool((beyond == rows[:3]).all())


@check(task="block_size_cap", points=1.0, needs=(too_long_is_refused,))
def legal_lengths_are_served(student: Student, draw: Draw) -> None:
    """No legal length is refused: not T == block_size, not T = 1, not T = 0, and not a long one of a large block."""
    rows = draw.integer(9, 13)
    pos = student.new("PositionalEmbedding", config(block_size=rows, n_embd=16))
    for length in (rows, rows - 1, 1, 0):
        serves(pos, length, "cpu")
    large = student.new("PositionalEmbedding", config(block_size=5000, n_embd=16), built_on="meta")
    for length in (1025, 5000):
        serves(large, length, "meta")


@check(task="block_size_cap", points=0.25, needs=(too_long_is_refused,))
def refused_in_eval_mode(student: Student, draw: Draw) -> None:
    """The cap holds in eval mode as it does in training."""
    pos = student.new("PositionalEmbedding", config(block_size=11, n_embd=16))
    for training in (False, True, False):
        pos.train(training)
        refuses(pos, 12, "cpu", otherwise="The mode was changed. Look at what the cap depends on.")


@check(task="block_size_cap", points=0.5, needs=(too_long_is_refused,))
def refused_on_other_devices(student: Student, draw: Draw) -> None:
    """The cap does not wait for the lookup to fail: on other devices a lookup past the end raises nothing."""
    pos = student.new("PositionalEmbedding", config(block_size=11, n_embd=16))
    pos.move(device="meta")
    refuses(
        pos,
        12,
        "meta",
        otherwise="On a GPU the lookup's own error comes too late or never. Compare T with block_size yourself, first.",
    )


@check(task="block_size_cap", points=0.5, needs=(too_long_is_refused,))
def holds_through_embeddings(student: Student, draw: Draw) -> None:
    """Through Embeddings the cap is on the length T of the rows, never on how many rows there are."""
    block, columns, vocab = 6, 16, 30
    if not _sums_rightly(student, draw, block, columns, vocab):
        student.replace("Embeddings")
    embeddings = student.new("Embeddings", config(block_size=block, n_embd=columns, vocab_size=vocab))
    for rows, length in ((block + 3, 2), (3, block)):
        serves(embeddings, draw.tokens(rows, length, vocab_size=vocab))
    for rows, length in ((2, block + 1), (1, 3 * block), (block + 2, block + 2)):
        idx = draw.tokens(rows, length, vocab_size=vocab)
        refuses(embeddings, idx)


def _sums_rightly(student: Student, draw: Draw, block: int, columns: int, vocab: int) -> bool:
    """Whether the student's `Embeddings` is right on legal input, so that a missing cap can be laid to the cap."""
    try:
        module = student.new("Embeddings", config(block_size=block, n_embd=columns, vocab_size=vocab))
        parameters = module.tensors("parameters")
        token, position = tables(parameters, vocab, columns), tables(parameters, block, columns)
        values = fill(module, draw)
        idx = draw.tokens(2, 3, vocab_size=vocab)
        result = module(idx)
    except StudentRaised:
        return False
    if len(token) != 1 or len(position) != 1 or result.data is None or result.shape != (2, 3, columns):
        return False
    wanted = token[0].rows(values)[idx] + position[0].rows(values)[:3]
    return bool(((result.data - wanted).abs() < 1e-5).all())


@check(task="block_size_cap", points=0.25, needs=(too_long_is_refused,))
def works_after_a_refusal(student: Student, draw: Draw) -> None:
    """After a refusal the module is as it was: the same table, legal calls served, long ones refused again."""
    rows, columns = 11, 16
    pos = student.new("PositionalEmbedding", config(block_size=rows, n_embd=columns))
    fill(pos, draw)
    look = "Look at what the module changes before it raises."
    for _ in range(3):
        serves(pos, rows, "cpu")
        before = _values(pos)
        refuses(pos, rows + 1, "cpu", otherwise="A refusal must not depend on earlier calls.")
        after = _values(pos)
        same = after.keys() == before.keys() and all(torch.equal(after[name], before[name]) for name in after)
        expect.true(same, seen="After a refusal the module's parameters had changed.", otherwise=look)
    serves(pos, rows, "cpu")


def _values(module: Thing) -> dict[str, torch.Tensor]:
    return {p.name: p.tensor.data for p in module.tensors("parameters") if p.tensor.data is not None}


@check(task="block_size_cap", points=0.25, needs=(too_long_is_refused,))
def the_refusal_says_something(student: Student, draw: Draw) -> None:
    """The ValueError carries a message."""
    pos = student.new("PositionalEmbedding", config(block_size=11, n_embd=16))
    error = refuses(pos, 12, "cpu")
    expect.true(
        error is not None and any(map(str.isalnum, error.message)),
        seen="The ValueError's message is empty.",
        otherwise="Whoever meets the error wants to know which length met which limit.",
    )
