"""Task `crop`: crop_to_block_size(idx, block_size) keeps the last block_size tokens of (B, T)."""

from __future__ import annotations

import torch

from autograder.judging import expect
from autograder.judging.check import Draw, check
from autograder.student.vocabulary import Student

NAME = "crop_to_block_size"


def crops(student: Student, idx: torch.Tensor, block: int, otherwise: str) -> None:
    """The result must hold the last `block` tokens of each row, in idx's own dtype."""
    result = expect.returns(student.call, NAME, idx, block, otherwise=otherwise)
    expect.equal(result, idx[:, -block:], otherwise=otherwise)
    expect.dtype(result, str(idx.dtype).removeprefix("torch."), otherwise=otherwise)


@check(task="crop", points=1)
def keeps_the_last_tokens(student: Student, draw: Draw) -> None:
    """Of a longer input, the last block_size tokens of every row are kept, in their order."""
    look = "Which end of the row is nearest to the token that is predicted next? And which axis is time?"
    for rows, length, block in ((3, 12, 5), (7, 9, 8), (2, 20, 1)):
        crops(student, draw.tokens(rows, length, vocab_size=1000), block, look)


@check(task="crop", points=0.5, needs=(keeps_the_last_tokens,))
def short_input_is_left(student: Student, draw: Draw) -> None:
    """Input with T <= block_size comes back as it is."""
    look = "There is nothing to crop when T <= block_size: the same tokens come back, neither more nor fewer."
    for rows, length, block in ((3, 4, 9), (5, 6, 6), (2, 5, 6), (8, 3, 4)):
        crops(student, draw.tokens(rows, length, vocab_size=1000), block, look)


@check(task="crop", points=0.25, needs=(keeps_the_last_tokens,))
def argument_is_not_changed(student: Student, draw: Draw) -> None:
    """The caller's tensor is not changed."""
    idx = draw.tokens(3, 11, vocab_size=1000)
    held = student.put(idx)
    for block in (4, 6, 20):
        expect.returns(student.call, NAME, held, block, otherwise="A legal call must return.")
        expect.equal(
            held.now(), idx, otherwise="Look for an operation that works in place: the caller still needs idx."
        )


@check(task="crop", points=0.25, needs=(keeps_the_last_tokens,))
def any_batch_is_cropped(student: Student, draw: Draw) -> None:
    """A batch of one row, int32 tokens and a non-contiguous input are cropped in the same way."""
    look = "The result must be (B, min(T, block_size)) with idx's dtype, for every B and every layout in memory."
    crops(student, draw.tokens(1, 9, vocab_size=1000), 4, look)
    crops(student, draw.tokens(4, 9, vocab_size=1000).to(torch.int32), 4, look)
    idx = draw.tokens(4, 9, vocab_size=1000)
    result = expect.returns(student.call, NAME, student.put(idx, layout="transposed"), 5, otherwise=look)
    expect.equal(result, idx[:, -5:], otherwise=look)
