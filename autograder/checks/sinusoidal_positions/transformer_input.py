"""Task `transformer_input`: TransformerInput(vocab_size, d_model, max_len); forward(token_ids) -> (B, T, d_model)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch

from autograder.errors import StudentRaised
from autograder.judging import expect
from autograder.judging.check import Draw, check
from autograder.student.vocabulary import NamedTensor, Student, Thing

from .common import encoding

NAME = "TransformerInput"
ADDED = "Each vector must be the token's row plus the encoding of its place in the row. Take one token apart."
# What float32 code for the encoding, and the sum, may be off by at the lengths used here.
NEAR = 1e-4


@dataclass(frozen=True)
class Filled:
    """A student's TransformerInput whose token table, (vocab_size, d_model), holds drawn values."""

    module: Thing
    name: str
    shape: tuple[int, ...]
    table: torch.Tensor

    def expected(self, ids: torch.Tensor) -> torch.Tensor:
        """Token vector + encoding, (B, T, d_model), float64."""
        return self.table[ids.long()].double() + encoding(ids.shape[1], self.table.shape[1])


def filled(student: Student, draw: Draw, sizes: tuple[int, int, int], dtype: str = "float32") -> Filled:
    """One of these sizes (vocab_size, d_model, max_len), moved to a dtype, its table filled.

    The check ends where there is no one table.
    """
    vocab, width, longest = sizes
    module = student.new(NAME, vocab, width, longest)
    if dtype != "float32":
        module.move(dtype=dtype)
    table = token_table(module, vocab, width)
    values = draw.normal(vocab, width, dtype=getattr(torch, dtype))
    turned = tuple(n for n in table.shape if n != 1) == (width, vocab)
    module.fill({table.name: (values.t() if turned else values).reshape(table.shape)})
    return Filled(module, table.name, table.shape, values)


def token_table(module: Thing, vocab: int, width: int) -> NamedTensor:
    """The parameter that holds a vector for each token, stored as it is or transposed."""
    parameters = module.tensors("parameters")
    sizes = ((vocab, width), (width, vocab))
    return expect.only(
        [p for p in parameters if tuple(n for n in p.shape if n != 1) in sizes],
        seen=f"For vocab_size={vocab} and d_model={width}, the parameters have the shapes "
        f"{', '.join(str(p.shape) for p in parameters) or '(there are none)'}.",
        otherwise="The tokens need one learned table, with a row for each token.",
        noting=expect.names_and_shapes(parameters),
    )


@check(task="transformer_input", points=0.25)
def learns_a_token_table(student: Student, draw: Draw) -> None:
    """The module learns a table with vocab_size rows of d_model numbers."""
    token_table(student.new(NAME, 30, 12, 20), 30, 12)


@check(task="transformer_input", points=0.25, needs=(learns_a_token_table,))
def learns_nothing_else(student: Student, draw: Draw) -> None:
    """Nothing else is learned: the encoding is no parameter."""
    module = student.new(NAME, 30, 12, 20)
    shapes = expect.names_and_shapes(module.tensors("parameters"))
    count = sum(math.prod(shape) for shape, _ in shapes)
    expect.true(
        count == 30 * 12,
        seen=f"It has {count} parameters; the token table alone has {30 * 12}.",
        otherwise="Look for what __init__ registers besides the token table.",
        noting=shapes,
    )


@check(
    task="transformer_input",
    points=0.25,
    needs=(learns_a_token_table,),
    double="it asks for what the lesson is about: a wrong encoding that is added still earns it, and without it a "
    "module that has no encoding would pass what is asked of the encoding's place",
)
def order_matters(student: Student, draw: Draw) -> None:
    """The same token at two positions gives two vectors; the same token at one position of two rows gives one
    vector."""
    made = filled(student, draw, (30, 12, 20))
    made.module.eval()
    ids = torch.tensor([[4, 7, 2, 7, 9], [7, 7, 9, 2, 9]])
    result = expect.returns(made.module, ids, otherwise="A legal batch must return vectors.")
    expect.shape(result, (2, 5, 12), otherwise="The result has one vector of d_model numbers for each token.")
    vectors = expect.tensor(result, otherwise=ADDED)
    if vectors.shape != (2, 5, 12):
        return
    expect.true(
        not torch.allclose(vectors[0, 1], vectors[0, 3], atol=1e-4),
        seen="One token at positions 1 and 3 got the same vector.",
        otherwise="Is the encoding of its position added at all?",
    )
    expect.true(
        torch.allclose(vectors[0, 1], vectors[1, 1], atol=1e-4),
        seen="One token at position 1 of two rows got two vectors.",
        otherwise="The encoding must not depend on the row of the batch, and a call must not depend on chance.",
    )


@check(task="transformer_input", points=1.75, needs=(learns_a_token_table,))
def adds_the_encoding(student: Student, draw: Draw) -> None:
    """Each vector is its token's row plus the encoding of its position: shape (B, T, d_model)."""
    for vocab, width, longest, rows, length in ((30, 12, 20, 3, 7), (40, 16, 25, 2, 11)):
        made = filled(student, draw, (vocab, width, longest))
        for training in (True, False):
            made.module.train(training)
            ids = draw.tokens(rows, length, vocab_size=min(vocab, longest))
            result = expect.returns(made.module, ids, otherwise="A legal batch must return vectors.")
            expect.close(result, made.expected(ids), tolerance=NEAR, otherwise=ADDED)


@check(task="transformer_input", points=0.5, needs=(learns_nothing_else, order_matters))
def encoding_is_not_saved(student: Student, draw: Draw) -> None:
    """state_dict() holds the token table and nothing else."""
    entries = student.new(NAME, 30, 12, 20).tensors("state_dict")
    shapes = tuple(sorted(entry.shape for entry in entries))
    expect.true(
        len(shapes) == 1 and math.prod(shapes[0]) == 30 * 12,
        seen=f"state_dict() holds tensors of the shapes {', '.join(map(str, shapes)) or '(none)'}.",
        otherwise="What can be computed again need not be saved. Which kind of buffer stays out of state_dict()?",
        noting=shapes,
    )


@check(task="transformer_input", points=0.5, needs=(order_matters,))
def moves_with_the_module(student: Student, draw: Draw) -> None:
    """Moved to another device, it works there and mixes no tensors of two devices."""
    module = student.new(NAME, 30, 12, 20)
    if expect.surveying():
        expect.note(*((entry.tensor.dtype, entry.shape) for entry in module.tensors("loose")))
    module.move(device="meta")
    ids = torch.zeros(2, 5, dtype=torch.int64, device="meta")
    look = "The module and the token ids were both on another device. Look at what .to() does not take along."
    try:
        result = module(student.put(ids), one_device=True)
    except StudentRaised as error:
        # A forward may test the values of its ids, which this device does not have: then what lies where decides.
        blind = "item() cannot be called on meta" in error.raised.message
        left = any(entry.tensor.device != "meta" for entry in module.tensors("loose"))
        facts = ("raised", *expect.raised_facts(error.raised))
        expect.true(blind and not left, seen=f"{error}", otherwise=look, noting=facts)
        return
    expect.true(
        result.device == "meta" and result.shape == (2, 5, 12),
        seen=f"On another device the result is {result.describe()} on {result.device or 'no device'}.",
        otherwise=look,
        noting=(result.device, result.shape),
    )


@check(task="transformer_input", points=0.5, needs=(adds_the_encoding,))
def follows_the_dtype(student: Student, draw: Draw) -> None:
    """In float64, bfloat16 or float16 the vectors have that dtype, and the encoding is as exact as it allows."""
    for dtype, near in (("float64", NEAR), ("bfloat16", 0.05), ("float16", 0.008)):
        look = f"The module was turned to {dtype}. In which dtype is the encoding computed, and in which is it added?"
        made = filled(student, draw, (30, 12, 400), dtype)
        ids = draw.tokens(2, 390, vocab_size=30)
        result = expect.returns(made.module, ids, otherwise=look)
        expect.dtype(result, dtype, otherwise=look)
        expect.close(result, made.expected(ids), tolerance=near, otherwise=look)


@check(task="transformer_input", points=0.5, needs=(learns_a_token_table,))
def too_long_is_refused(student: Student, draw: Draw) -> None:
    """T > max_len raises a ValueError that says something; T == max_len does not, nor does a large batch."""
    vocab, width, longest = 30, 12, 9
    look = "Compare the length of the rows with max_len before anything is added, and raise ValueError yourself."
    for training in (True, False):
        module = student.new(NAME, vocab, width, longest)
        module.train(training)
        for rows, length in ((2, longest), (longest + 4, 2)):
            _serves(module, draw.tokens(rows, length, vocab_size=vocab))
        for rows, length in ((2, longest + 1), (1, 3 * longest)):
            ids = draw.tokens(rows, length, vocab_size=vocab)
            error = expect.raises("ValueError", module, ids, otherwise=look)
            expect.true(
                error is not None and any(map(str.isalnum, error.message)),
                seen="The ValueError's message is empty.",
                otherwise="Whoever meets the error wants to know which length met which limit.",
            )


def _serves(module: Thing, ids: torch.Tensor) -> None:
    try:
        module(ids)
    except StudentRaised as error:
        expect.true(
            not (error.raised.own or "ValueError" in error.raised.classes),
            seen=f"A legal batch was refused: {error}",
            otherwise="Every T up to max_len is legal, in batches of any size. Look at what is compared with what.",
            noting=expect.raised_facts(error.raised),
        )
    else:
        expect.note("served")


@check(task="transformer_input", points=0.25, needs=(adds_the_encoding,))
def every_batch_works(student: Student, draw: Draw) -> None:
    """A square batch, a single row, a single token, int32 and non-contiguous ids: the same sum."""
    made = filled(student, draw, (30, 12, 36))
    look = "Write down the shapes that you add, axis by axis, for this B and T: which axis lines up with which?"
    for rows, length in ((5, 5), (1, 6), (4, 1), (1, 1)):
        ids = draw.tokens(rows, length, vocab_size=30)
        result = expect.returns(made.module, ids, otherwise=look)
        expect.close(result, made.expected(ids), tolerance=NEAR, otherwise=look)
    ids = draw.tokens(4, 6, vocab_size=30)
    for batch in (student.put(ids, layout="transposed"), ids.to(torch.int32)):
        result = expect.returns(made.module, batch, otherwise=look)
        expect.close(result, made.expected(ids), tolerance=NEAR, otherwise=look)


@check(task="transformer_input", points=0.25, needs=(adds_the_encoding,))
def only_the_gradient_changes_it(student: Student, draw: Draw) -> None:
    """A call changes neither ids nor table, and backward reaches the rows of the tokens that occurred."""
    made = filled(student, draw, (30, 12, 20))
    ids = draw.tokens(3, 5, vocab_size=30)
    ids[0, 0], ids[1, 0] = 0, 29  # the first and the last token learn too
    held = student.put(ids)
    look = "Look for an operation that works in place, for what is kept between calls, and for what stops the gradient."
    for _ in range(2):
        result = expect.returns(made.module, held, otherwise="A second call must return vectors too.")
        expect.close(result, made.expected(ids), tolerance=NEAR, otherwise=look)
    expect.equal(held.now(), ids, otherwise=look)
    if not result.requires_grad:
        raise expect.stop("The result has no gradient: nothing could be learned.", look, "no gradient")
    gradient = draw.normal(3, 5, 12)
    made.module.backward(result, gradient)
    wanted = torch.zeros(30, 12).index_add_(0, ids.flatten(), gradient.reshape(-1, 12))
    reached = {g.name: g.tensor.data for g in made.module.tensors("gradients")}
    got = reached.get(made.name)
    if got is None:
        raise expect.stop("The token table got no gradient.", look, "none")
    got = got.reshape(12, 30).t() if tuple(n for n in made.shape if n != 1) == (12, 30) else got.reshape(30, 12)
    held_up = torch.allclose(got, wanted, atol=1e-4)
    expect.true(held_up, seen="The token table got a wrong gradient.", otherwise=look, noting=got)
