"""Right answers are right at every legal size, and both kinds of student see the same.

The checks look at fixed sizes; here sizes are drawn, and what the reference and the alternatives give is compared with
the definition, in float64, without the checks and without their helpers.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import hypothesis
import pytest
import torch
from helpers import ROOT
from hypothesis import given
from hypothesis import strategies as st

from autograder.assignment import defined_names, read_assignment
from autograder.course import Course
from autograder.errors import Raised, StudentRaised
from autograder.sandbox.client import Sandbox
from autograder.sandbox.isolation import best
from autograder.sandbox.limits import Limits
from autograder.student.local import LocalStudent, module_namespace
from autograder.student.sandboxed import SandboxedStudent
from autograder.student.vocabulary import Make, NamedTensor, Result, Student, Thing

COURSE = Course(ROOT)
LEARNED, FIXED = "learned_positions", "sinusoidal_positions"
REFERENCE = "reference"

widths = st.integers(1, 40)
even_widths = st.integers(1, 40).map(lambda half: 2 * half)
seeds = st.integers(0, 2**32)


def few(examples: int) -> Callable[[Any], Any]:
    """So many examples in the gate, and in proportion where a larger profile is chosen (`--hypothesis-profile`)."""
    share = hypothesis.settings().max_examples / 100
    return hypothesis.settings(max_examples=max(2, round(examples * share)))


# Who is asked: every right answer, here and behind the wall.


assignment = functools.cache(functools.partial(read_assignment, COURSE))


@functools.cache
def answers(slug: str) -> dict[str, str]:
    """The code of each right answer to an assignment, by its name. It runs after the reference's."""
    found = {path.stem: path.read_text(encoding="utf-8") for path in COURSE.alternatives(slug)}
    return {REFERENCE: "", **found}


def answering(slug: str, name: str) -> list[str]:
    """The right answers that have their own definition of a name."""
    own = {path.stem: set(defined_names(path.read_text())) for path in COURSE.alternatives(slug)}
    return [REFERENCE, *(answer for answer, names in own.items() if name in names)]


Look = Callable[[Student], Any]


@dataclass(frozen=True)
class Both:
    """One right answer, in this process and in the sandbox."""

    here: Student
    there: Student

    def see(self, look: Look) -> Any:
        """What `look` sees here, after making sure that it sees the same there."""
        one, other = _seen(look, self.here), _seen(look, self.there)
        assert _same(one, other), f"{one}\n{other}"
        return one


Ask = Callable[[str, str], Both]


def _seen(look: Look, student: Student) -> Any:
    try:
        with student.fork() as fork:
            return look(fork)
    except StudentRaised as error:
        return str(error), error.raised


def _same(one: Any, other: Any) -> bool:
    """Equal to the last bit: shapes, dtypes, devices, values, words; handles and all."""
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        return one.dtype == other.dtype and torch.equal(one, other)
    if isinstance(one, Result | NamedTensor) and isinstance(other, Result | NamedTensor):
        return _same(vars(one), vars(other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    """`ask(slug, answer)` gives a right answer as both students; the last one is kept, as a sandbox has one session at
    a time."""
    with Sandbox(best(), Limits()) as sandbox:
        current: dict[tuple[str, str], Both] = {}

        def make(slug: str, name: str) -> Both:
            if (slug, name) not in current:
                for both in current.values():
                    assert isinstance(both.there, SandboxedStudent)
                    both.there.__exit__()
                current.clear()
                before = f"{assignment(slug).given}\n\n{assignment(slug).all_answers}"
                code = answers(slug)[name]
                there = SandboxedStudent(sandbox)
                there.run_module(before)
                there.run_module(code)
                current[slug, name] = Both(LocalStudent(module_namespace(before, code, f"<{name}>")), there)
            return current[slug, name]

        yield make
        for both in current.values():
            assert isinstance(both.there, SandboxedStudent)
            both.there.__exit__()


# What is right, by definition


def fill(module: Thing, seed: int) -> dict[str, torch.Tensor]:
    """Drawn values for each parameter, written into the module; all are different numbers."""
    generator = torch.Generator().manual_seed(seed)
    values = {}
    for parameter in module.tensors("parameters"):
        count = math.prod(parameter.shape)
        drawn = torch.randperm(4 * count, generator=generator)[:count].float() / 8 + len(values) / 32
        values[parameter.name] = drawn.reshape(parameter.shape)
    module.fill(values)
    return values


def entries(tensors: Iterable[torch.Tensor]) -> torch.Tensor:
    """All numbers, sorted: two ways to lay out the same table have the same ones."""
    return torch.cat([tensor.flatten() for tensor in tensors]).sort().values


def config(vocab: int, block: int, columns: int) -> Make:
    return Make("GPTConfig", {"vocab_size": vocab, "block_size": block, "n_embd": columns})


def formula(first: int, count: int, d_model: int) -> torch.Tensor:
    """PE[first .. first + count - 1], float64, entry by entry (Vaswani et al., 2017, section 3.5)."""

    def entry(position: int, column: int) -> float:
        angle = position / 10000.0 ** (2 * (column // 2) / d_model)
        return math.cos(angle) if column % 2 else math.sin(angle)

    rows = [[entry(p, j) for j in range(d_model)] for p in range(first, first + count)]
    return torch.tensor(rows, dtype=torch.float64).reshape(count, d_model)


def near(rows: int) -> float:
    """How far right float32 code may lie from float64: the rounding of an angle grows with the position."""
    return 2e-6 + 2e-7 * rows


def off(result: Result, wanted: torch.Tensor) -> float:
    """How far the farthest value lies from the one wanted."""
    assert result.data is not None
    assert result.shape == tuple(wanted.shape)
    return float((result.data.double() - wanted.double()).abs().max()) if wanted.numel() else 0.0


def call(function: Callable[..., Result], *args: Any) -> Result | Raised:
    try:
        return function(*args)
    except StudentRaised as error:
        return error.raised


def refused(came: Result | Raised) -> bool:
    return isinstance(came, Raised) and "ValueError" in came.classes and came.own and bool(came.message)


# Learned positions


@pytest.mark.parametrize("answer", answering(LEARNED, "PositionalEmbedding"))
@few(3)
@given(block=st.integers(1, 40), columns=widths, length=st.integers(0, 48), seed=seeds)
def test_positional_embedding(ask: Ask, answer: str, block: int, columns: int, length: int, seed: int) -> None:
    """Its parameters are one table of block_size rows, of which T come, and no gradient reaches another."""
    weights = torch.randperm(length * columns, generator=torch.Generator().manual_seed(seed)).float() + 1
    weights = weights.reshape(length, columns)

    def look(student: Student) -> Any:
        pos = student.new("PositionalEmbedding", config(50, block, columns))
        values = fill(pos, seed)
        whole, came = pos(block, "cpu"), call(pos, length, "cpu")
        gradients = []
        if isinstance(came, Result):
            pos.backward(came, weights)
            gradients = [g.tensor.data for g in pos.tensors("gradients")]
        return values, whole, came, gradients, pos(block, torch.device("cpu")).data

    values, whole, came, gradients, again = ask(LEARNED, answer).see(look)
    assert torch.equal(entries([whole.data]), entries(values.values()))
    assert torch.equal(again, whole.data)
    for value in values.values():
        if value.squeeze().shape == whole.shape and block != columns:
            assert torch.equal(value.squeeze(), whole.data)
    if length > block:
        assert refused(came)
        return
    assert (came.dtype, came.device, came.requires_grad) == ("float32", "cpu", True)
    assert torch.equal(came.data, whole.data[:length])
    unused = torch.zeros((block - length) * columns)
    missing = torch.zeros(sum(value.numel() for value in values.values()) - sum(g.numel() for g in gradients))
    assert torch.equal(entries([*gradients, missing]), entries([weights, unused]))


@pytest.mark.parametrize("answer", answering(LEARNED, "Embeddings"))
@few(3)
@given(
    block=st.integers(1, 20), columns=widths, more=st.integers(1, 30), B=st.integers(1, 6), T=st.integers(1, 24),
    seed=seeds,
)  # fmt: skip
def test_embeddings(ask: Ask, answer: str, block: int, columns: int, more: int, B: int, T: int, seed: int) -> None:
    """Vectors of tokens plus vectors of positions. The vocabulary is larger than block_size, to tell the tables
    apart."""
    vocab = block + more
    idx = torch.randint(vocab, (B, T), generator=torch.Generator().manual_seed(seed))

    def look(student: Student) -> Any:
        module = student.new("Embeddings", config(vocab, block, columns))
        values = fill(module, seed)
        held = student.put(idx)
        came = call(module, held)
        (token,) = [name for name, value in values.items() if value.shape == (vocab, columns)]
        module.fill({token: torch.zeros(vocab, columns)})
        whole = module(torch.zeros(1, block, dtype=torch.int64)).data
        return values, token, came, held.now(), whole, module.count_parameters()

    values, token, came, after, whole, count = ask(LEARNED, answer).see(look)
    tokens = values.pop(token)
    assert count == (vocab + block) * columns
    assert torch.equal(entries([whole]), entries(values.values()))
    assert torch.equal(after.data, idx)
    if T > block:
        assert refused(came)
        return
    assert (came.dtype, came.requires_grad) == ("float32", True)
    assert off(came, tokens[idx].double() + whole[0, :T].double()) == 0.0  # eighths and small ones: no rounding


@pytest.mark.parametrize("answer", answering(LEARNED, "crop_to_block_size"))
@few(4)
@given(
    B=st.integers(1, 6), T=st.integers(1, 30), block=st.integers(1, 30), dtype=st.sampled_from(["int64", "int32"]),
    layout=st.sampled_from(["plain", "transposed"]), seed=seeds,
)  # fmt: skip
def test_crop(ask: Ask, answer: str, B: int, T: int, block: int, dtype: str, layout: str, seed: int) -> None:
    idx = torch.randint(50257, (B, T), generator=torch.Generator().manual_seed(seed)).to(getattr(torch, dtype))

    def look(student: Student) -> Any:
        held = student.put(idx, layout=layout)
        return student.call("crop_to_block_size", held, block), held.now()

    came, after = ask(LEARNED, answer).see(look)
    wanted = [row[max(0, T - block) :] for row in idx.tolist()]
    assert (came.data.tolist(), came.dtype, came.shape) == (wanted, dtype, (B, min(T, block)))
    assert torch.equal(after.data, idx)


# Sinusoidal positions


@pytest.mark.parametrize("answer", answering(FIXED, "sinusoidal_pe"))
@few(3)
@given(max_len=st.integers(1, 200), d_model=st.integers(1, 64))
def test_sinusoidal_pe(ask: Ask, answer: str, max_len: int, d_model: int) -> None:
    came = ask(FIXED, answer).see(lambda student: call(student.call, "sinusoidal_pe", max_len, d_model))
    if isinstance(came, Raised):
        assert refused(came)
        assert d_model % 2 == 1
        return
    assert (came.dtype, came.device, came.requires_grad) == ("float32", "cpu", False)
    assert off(came, formula(0, max_len, d_model)) <= near(max_len)


@pytest.mark.parametrize("answer", answering(FIXED, "offset_rotation"))
@few(4)
@given(k=st.integers(-300, 300), d_model=even_widths, first=st.integers(-50, 500))
def test_offset_rotation(ask: Ask, answer: str, k: int, d_model: int, first: int) -> None:
    """It carries the row of any position, and nothing but its 2 x 2 blocks is other than 0."""
    came = ask(FIXED, answer).see(lambda student: student.call("offset_rotation", k, d_model))
    assert came.dtype in ("float32", "float64")
    assert came.shape == (d_model, d_model)
    matrix = came.data.double()
    assert torch.allclose(formula(first, 8, d_model) @ matrix.T, formula(first + k, 8, d_model), rtol=0, atol=1e-5)
    pairs = torch.arange(d_model) // 2
    assert matrix[pairs[:, None] != pairs[None, :]].abs().sum() == 0
    assert torch.allclose(matrix @ matrix.T, torch.eye(d_model, dtype=torch.float64), rtol=0, atol=1e-5)
    assert torch.allclose(torch.det(matrix), torch.tensor(1.0, dtype=torch.float64), rtol=0, atol=1e-4)


@pytest.mark.parametrize("answer", answering(FIXED, "wavelengths"))
@few(4)
@given(d_model=st.integers(1, 512).map(lambda half: 2 * half))
def test_wavelengths(ask: Ask, answer: str, d_model: int) -> None:
    came = ask(FIXED, answer).see(lambda student: student.call("wavelengths", d_model))
    wanted = [2 * math.pi * 10000.0 ** (2 * i / d_model) for i in range(d_model // 2)]
    assert came.data.tolist() == pytest.approx(wanted, rel=1e-5)
    assert came.shape == (d_model // 2,)


@pytest.mark.parametrize("answer", answering(FIXED, "TransformerInput"))
@few(3)
@given(
    vocab=st.integers(1, 60), d_model=even_widths, max_len=st.integers(1, 100), B=st.integers(1, 5),
    T=st.integers(1, 110), seed=seeds,
)  # fmt: skip
def test_transformer_input(
    ask: Ask, answer: str, vocab: int, d_model: int, max_len: int, B: int, T: int, seed: int
) -> None:
    ids = torch.randint(vocab, (B, T), generator=torch.Generator().manual_seed(seed))

    def look(student: Student) -> Any:
        module = student.new("TransformerInput", vocab, d_model, max_len)
        values = fill(module, seed)
        held = student.put(ids)
        return values, call(module, held), held.now(), module.tensors("state_dict")

    values, came, after, saved = ask(FIXED, answer).see(look)
    (table,) = values.values()
    assert [entry.shape for entry in saved] == [(vocab, d_model)]
    assert torch.equal(after.data, ids)
    if T > max_len:
        assert refused(came)
        return
    assert (came.dtype, came.requires_grad) == ("float32", True)
    rounding = float(table.abs().max()) * 1e-7
    assert off(came, table[ids].double() + formula(0, T, d_model)) <= near(max_len) + rounding
