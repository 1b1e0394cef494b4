"""Task `fusion`: Embeddings(config); forward(idx) -> (B, T, n_embd).

B and B × T stay within block_size here: what is refused is the cap's business.
"""

from __future__ import annotations

import torch

from autograder.errors import StudentRaised
from autograder.judging import expect
from autograder.judging.check import Draw, check
from autograder.student.vocabulary import Held, Make, Student, Thing

from .common import GPT2, config, fill, fused, surplus_learns, type_name, unknown_to_meta
from .likeness import vectors

# Below every block_size used here: code that takes tokens for positions runs, and is seen for what it is.
IDS = 24

ADDED = (
    "Each vector must be the token's row plus the position's row. Take one token apart: which two rows were used, "
    "and how?"
)


@check(task="fusion", points=0.5)
def learns_two_tables(student: Student, draw: Draw) -> None:
    """The module learns a table for tokens and one for positions."""
    fused(student, draw, block_size=21, n_embd=16)


@check(task="fusion", points=0.5, needs=(learns_two_tables,))
def learns_nothing_else(student: Student, draw: Draw) -> None:
    """Nothing else is learned: at GPT-2's size it has exactly 39,383,808 parameters."""
    small = student.new("Embeddings", config(block_size=13, n_embd=16))
    expect.probe(lambda: surplus_learns(small, torch.zeros(2, 5, dtype=torch.int64)))
    module = student.new("Embeddings", Make("GPTConfig", GPT2), built_on="meta")
    count = module.count_parameters()
    expect.true(
        count == 39_383_808,
        seen=f"At GPT-2's size the module has {count:,} parameters; 38,597,376 + 786,432 is 39,383,808.",
        otherwise="Look for what __init__ registers besides the two tables, and for sizes that are not the config's.",
        noting=count > 39_383_808,
    )


@check(task="fusion", points=2, needs=(learns_two_tables,))
def adds_token_and_position(student: Student, draw: Draw) -> None:
    """Each vector is its token's row plus its position's row, element by element: shape (B, T, n_embd)."""
    for block, columns, rows, length in ((40, 16, 3, 7), (33, 12, 2, 9)):
        module = fused(student, draw, block_size=block, n_embd=columns)
        idx = draw.tokens(rows, length, vocab_size=IDS)
        for training in (True, False):
            module.module.train(training)
            result = expect.returns(module.module, idx, otherwise="A legal batch must return vectors.")
            vectors(result, module.expected(idx), tolerance=1e-4, otherwise=ADDED, kind=module.kind(idx))
            dtype = type_name(module.token)
            expect.dtype(result, dtype, otherwise="The tables are of another number type. Look for one that you name.")


@check(
    task="fusion",
    points=0.5,
    double="it asks for what the lesson is about, and finds no tables: an `Embeddings` whose tables cannot be told "
    "apart, or whose sum is scaled, still earns it",
)
def order_matters(student: Student, draw: Draw) -> None:
    """The same token at two positions gives two vectors; the same token at one position of two rows gives one
    vector."""
    embeddings = student.new("Embeddings", config(block_size=30, n_embd=6, vocab_size=15_500))
    fill(embeddings, draw)
    idx = torch.tensor([[15496, 995, 11, 995, 13], [995, 995, 13, 11, 13]])
    result = expect.returns(embeddings, idx, otherwise="A legal batch must return vectors.")
    expect.shape(result, (2, 5, 6), otherwise="The result has one vector of n_embd numbers for each token.")
    vectors = expect.tensor(result, otherwise=ADDED)
    apart = not torch.allclose(vectors[0, 1], vectors[0, 3], atol=1e-4)
    expect.true(
        apart, seen="One token at positions 1 and 3 got the same vector.", otherwise="Is its position added at all?"
    )
    together = torch.allclose(vectors[0, 1], vectors[1, 1], atol=1e-4)
    expect.true(
        together,
        seen="One token at position 1 of two rows got two vectors.",
        otherwise="A position's vector must not depend on the row of the batch.",
    )
    turned = expect.returns(embeddings, idx.flip(1), otherwise="A legal batch must return vectors.")
    expect.true(
        turned.data is not None and not torch.allclose(turned.data.flip(1), vectors, atol=1e-4),
        seen="Turning the tokens round merely turned the vectors round.",
        otherwise="Then attention could not tell the order of the tokens. Is the position's vector added?",
    )


@check(task="fusion", points=1, needs=(learns_two_tables,))
def gradient_reaches_both_tables(student: Student, draw: Draw) -> None:
    """Backward reaches the rows of the tokens that occurred and of positions 0 to T-1, summed over the batch."""
    module = fused(student, draw, block_size=24, n_embd=16)
    idx = draw.tokens(3, 5, vocab_size=IDS)
    idx[0, 0] = 0
    look = "Follow the gradient from the sum back to each of the two tables: what stands between them?"
    result = expect.returns(module.module, idx, otherwise="A legal batch must return vectors.")
    if not result.requires_grad or result.shape != (3, 5, 16):
        seen = f"The result is {result.describe()}" + ("." if result.requires_grad else ", without a gradient.")
        raise expect.stop(seen, look, result.kind, result.requires_grad, result.shape)
    gradient = draw.normal(3, 5, 16)
    try:
        module.module.backward(result, gradient)
    except StudentRaised as error:
        raise expect.stop(f"{error}", look, *expect.raised_facts(error.raised)) from None
    reached = {g.name: g.tensor.data for g in module.module.tensors("gradients") if g.tensor.data is not None}
    wanted = torch.zeros(50, 16).index_add_(0, idx.flatten(), gradient.reshape(-1, 16))
    got = module.token_table.rows(reached)
    expect.true(
        torch.allclose(got, wanted, atol=1e-4),
        seen="The token table got no gradient." if not got.any() else "The token table got a wrong gradient.",
        otherwise=look,
        noting=got,
    )
    wanted = torch.zeros(24, 16)
    wanted[:5] = gradient.sum(0)
    got = module.position_table.rows(reached)
    expect.true(
        torch.allclose(got, wanted, atol=1e-4),
        seen="The position table got no gradient." if not got.any() else "The position table got a wrong gradient.",
        otherwise=look,
        noting=got,
    )


@check(task="fusion", points=0.5, needs=(adds_token_and_position,))
def nothing_is_changed(student: Student, draw: Draw) -> None:
    """Neither idx nor a table is changed by a call, and a second call gives the same."""
    module = fused(student, draw, block_size=24, n_embd=16)
    idx = draw.tokens(3, 6, vocab_size=IDS)
    held = student.put(idx)
    look = "Look for an operation that works in place, or for something kept from one call to the next."
    other = draw.tokens(2, 4, vocab_size=IDS)
    for batch, tokens in ((held, idx), (held, idx), (other, other)):
        result = expect.returns(module.module, batch, otherwise="A second call must return vectors too.")
        expect.close(result, module.expected(tokens), tolerance=1e-4, otherwise=look)
    expect.equal(held.now(), idx, otherwise=look)
    now = {p.name: p.tensor.data for p in module.module.tensors("parameters") if p.tensor.data is not None}
    for table, before in ((module.token_table, module.token), (module.position_table, module.position)):
        expect.true(
            bool((table.rows(now) == before).all()), seen="A call changed one of the two tables.", otherwise=look
        )
    values = fill(module.module, draw)
    for tokens in (other, idx):
        wanted = module.token_table.rows(values)[tokens] + module.position_table.rows(values)[: tokens.shape[1]]
        result = expect.returns(module.module, tokens, otherwise="A call after an update must return vectors too.")
        expect.close(result, wanted, tolerance=1e-4, otherwise=look)


@check(task="fusion", points=0.5, needs=(adds_token_and_position,))
def every_batch_shape_works(student: Student, draw: Draw) -> None:
    """A square batch (B == T), a single row, a single token: the same sum, the same three axes."""
    module = fused(student, draw, block_size=40, n_embd=16)
    look = "Write down the shapes that you add, axis by axis, for this B and T: which axis lines up with which?"
    for rows, length in ((6, 3), (5, 5), (1, 6), (4, 1), (1, 1)):
        idx = draw.tokens(rows, length, vocab_size=IDS)
        result = expect.returns(module.module, idx, otherwise=look)
        vectors(result, module.expected(idx), tolerance=1e-4, otherwise=look, kind=module.kind(idx))
        if result.shape != (rows, length, 16):
            return


@check(task="fusion", points=0.25, needs=(adds_token_and_position,))
def every_kind_of_idx_works(student: Student, draw: Draw) -> None:
    """A non-contiguous idx and an int32 idx give the same as any other."""
    module = fused(student, draw, block_size=40, n_embd=16)
    look = "The same tokens in another layout or integer type must give the same vectors."
    idx = draw.tokens(4, 6, vocab_size=IDS)
    for batch in (student.put(idx, layout="transposed"), idx.to(torch.int32)):
        if expect.surveying() and _raises(module.module, batch):
            raise expect.stop("It raises.", look, isinstance(batch, Held))
        result = expect.returns(module.module, batch, otherwise=look)
        expect.close(result, module.expected(idx), tolerance=1e-4, otherwise=look)


def _raises(module: Thing, idx: Held | torch.Tensor) -> bool:
    """For the diagnosis: whether a call raises, in whatever words."""
    try:
        module(idx)
    except StudentRaised:
        return True
    return False


@check(task="fusion", points=0.25, needs=(adds_token_and_position,))
def works_on_the_device_of_idx(student: Student, draw: Draw) -> None:
    """On another device it makes the positions there, where idx is."""
    module = student.new("Embeddings", config(block_size=24, n_embd=16))
    look = "The module and idx were both on another device. Look at where each tensor is made."
    zeros = torch.zeros(2, 5, dtype=torch.int64)
    module.move(device="meta")
    idx = student.put(zeros.to("meta"))
    if unknown_to_meta(module, idx):
        module = student.new("Embeddings", config(block_size=24, n_embd=16))
        expect.returns(module, zeros, otherwise="A legal batch must return vectors.")
        return
    result = expect.returns(module, idx, one_device=True, otherwise=look)
    expect.true(
        result.device == "meta" and result.shape == (2, 5, 16),
        seen=f"On another device the result is {result.describe()} on {result.device or 'no device'}.",
        otherwise=look,
        noting=(result.kind, result.device, result.shape),
    )
