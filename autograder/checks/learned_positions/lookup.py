"""Task `lookup`: PositionalEmbedding(config); forward(T, device) -> (T, n_embd).

The lengths asked for here stay below block_size, and a refusal of T = 0 is passed over: what is refused is the cap's
business.
"""

from __future__ import annotations

from functools import partial

import torch

from autograder.errors import StudentRaised
from autograder.judging import expect
from autograder.judging.check import Draw, check
from autograder.student.vocabulary import Make, Student, Thing

from .common import GPT2, config, fill, surplus_learns, the_table, type_name, unknown_to_meta
from .likeness import of_rows, vectors


@check(task="lookup", points=0.75)
def learns_a_table(student: Student, draw: Draw) -> None:
    """The module learns a table with block_size rows of n_embd numbers."""
    rows = draw.integer(12, 15)
    the_table(student, student.new("PositionalEmbedding", config(block_size=rows, n_embd=20)), rows, 20)


@check(task="lookup", points=0.5, needs=(learns_a_table,))
def learns_nothing_else(student: Student, draw: Draw) -> None:
    """Nothing else is learned: at GPT-2's size it has exactly 786,432 parameters."""
    small = student.new("PositionalEmbedding", config(block_size=13, n_embd=17))
    expect.probe(lambda: surplus_learns(small, 5, "cpu"))
    pos = student.new("PositionalEmbedding", Make("GPTConfig", GPT2), built_on="meta")
    count = pos.count_parameters()
    expect.true(
        count == 786_432,
        seen=f"At GPT-2's size the module has {count:,} parameters; 1,024 × 768 is 786,432.",
        otherwise="Look for what __init__ registers besides the table, and for sizes that do not come from the config.",
        noting=count > 786_432,
    )


@check(task="lookup", points=1.75, needs=(learns_a_table,))
def rows_follow_the_table(student: Student, draw: Draw) -> None:
    """Position t gets row t of the table: shape (T, n_embd), with nothing added, scaled or dropped."""
    for rows, columns, length in ((16, 20, 5), (14, 18, 11)):
        pos = student.new("PositionalEmbedding", config(block_size=rows, n_embd=columns))
        table = the_table(student, pos, rows, columns)
        values = table.rows(fill(pos, draw))
        for training in (True, False):
            pos.train(training)
            seen = expect.returns(pos, length, "cpu", otherwise="A call with T below block_size must return vectors.")
            new = table.rows(_parameters(pos)) if expect.surveying() else values
            expect.note(torch.equal(new, values))
            vectors(
                seen,
                values[:length],
                tolerance=1e-5,
                otherwise="Compare what you return with the first T rows of the table, as they are: which row does "
                "each position get, and what happens to it on its way?",
                kind=partial(of_rows, wanted=values[:length], table=values, new=new),
            )
            expect.dtype(
                seen, type_name(values), otherwise="The table is of another number type. Look for one that you name."
            )


def _parameters(pos: Thing) -> dict[str, torch.Tensor]:
    return {p.name: p.tensor.data for p in pos.tensors("parameters") if p.tensor.data is not None}


@check(task="lookup", points=0.5, needs=(rows_follow_the_table,))
def far_positions_are_exact(student: Student, draw: Draw) -> None:
    """Far positions get their own row too, not that of a neighbour."""
    rows, columns = 2200, 3
    look = "The first rows are right and far ones are not: look at the number type that the positions pass through."
    pos = student.new("PositionalEmbedding", config(block_size=rows, n_embd=columns))
    values = the_table(student, pos, rows, columns).rows(fill(pos, draw))
    for length in (1000, 2150):
        if not _refused(pos, length):
            result = expect.returns(pos, length, "cpu", otherwise="A long call below block_size must return vectors.")
            expect.close(result, values[:length], tolerance=1e-5, otherwise=look)


@check(task="lookup", points=0.5, needs=(rows_follow_the_table,))
def follows_new_weights(student: Student, draw: Draw) -> None:
    """After a change of the weights, the next call gives the new rows."""
    rows, columns, length = 13, 17, 6
    pos = student.new("PositionalEmbedding", config(block_size=rows, n_embd=columns))
    table = the_table(student, pos, rows, columns)
    expect.returns(pos, length, "cpu", otherwise="A call with T below block_size must return vectors.")
    changed = (
        "The weights were changed between two calls, as an optimizer does. Look at what is computed once and kept."
    )
    for training in (True, True, False, False):
        pos.train(training)
        values = table.rows(fill(pos, draw))
        for _ in range(2):
            result = expect.returns(pos, length, "cpu", otherwise="A second call must return vectors too.")
            expect.close(result, values[:length], tolerance=1e-5, otherwise=changed)
    fill(student.new("PositionalEmbedding", config(block_size=rows, n_embd=columns)), draw)
    shared = "Another module's weights were changed. Look at what two modules have in common."
    result = expect.returns(pos, length, "cpu", otherwise="A second call must return vectors too.")
    expect.close(result, values[:length], tolerance=1e-5, otherwise=shared)


@check(task="lookup", points=1.0, needs=(learns_a_table,))
def gradient_reaches_its_rows(student: Student, draw: Draw) -> None:
    """Backward gives rows 0 to T-1 of the table their gradient, and no other row any."""
    rows, columns = 13, 17
    look = "Follow the gradient from what you return back to the table: what stands between them?"
    pos = student.new("PositionalEmbedding", config(block_size=rows, n_embd=columns))
    table = the_table(student, pos, rows, columns)
    fill(pos, draw)
    for length, training in ((6, True), (6, True), (rows, False)):
        if length == rows and _refused(pos, rows):
            continue
        pos.train(training)
        pos.clear_gradients()
        result = expect.returns(pos, length, "cpu", otherwise="A call with T below block_size must return vectors.")
        if not result.requires_grad:
            learning = any(parameter.tensor.requires_grad for parameter in pos.tensors("parameters"))
            raise expect.stop("What you return has no gradient: nothing could be learned.", look, learning)
        if result.shape != (length, columns):
            raise expect.stop(f"The result is {result.describe()}.", "It must be of shape (T, n_embd).", result.shape)
        gradient = draw.normal(length, columns)
        try:
            pos.backward(result, gradient)
        except StudentRaised as error:
            raise expect.stop(f"{error}", look, "backward", *expect.raised_facts(error.raised)) from None
        reached = {g.name: g.tensor.data for g in pos.tensors("gradients") if g.tensor.data is not None}
        got = table.rows(reached)
        wanted = torch.zeros(rows, columns)
        wanted[:length] = gradient
        differing = (~torch.isclose(got, wanted, atol=1e-5)).any(dim=1).nonzero().flatten().tolist()
        expect.true(
            not differing,
            seen=f"With T={length}, these rows of the table got a wrong gradient: {', '.join(map(str, differing))}.",
            otherwise=look,
            noting=(tuple(differing), got),
        )


@check(task="lookup", points=0.5, needs=(rows_follow_the_table,))
def positions_are_made_on_the_device(student: Student, draw: Draw) -> None:
    """It works on the device that it is given: moved there, it mixes no tensors of two devices."""
    rows, columns, length = 14, 18, 5
    expect.probe(lambda: _where_positions_come_from(student))
    for device in ("meta", torch.device("meta")):
        pos = student.new("PositionalEmbedding", config(block_size=rows, n_embd=columns))
        expect.returns(pos, length, "cpu", otherwise="A call with T below block_size must return vectors.")
        pos.move(device="meta")
        if unknown_to_meta(pos, length, device):
            continue
        result = expect.returns(
            pos,
            length,
            device,
            one_device=True,
            otherwise="The module and the argument `device` were on another device. Look at where each tensor is made.",
        )
        expect.true(
            result.device == "meta" and result.shape[-1:] == (columns,),
            seen=f"On another device the result is {result.describe()} on {result.device or 'no device'}.",
            otherwise="What you return must lie on the given device.",
            noting=(result.kind, result.device),
        )


def _where_positions_come_from(student: Student) -> object:
    """For the diagnosis: what the module carries along unregistered, and whether its building ties it to a device."""
    pos = student.new("PositionalEmbedding", config(block_size=14, n_embd=18), built_on="meta")
    expect.note(any(tensor.tensor.dtype.startswith("int") for tensor in pos.tensors("loose")))
    return pos(5, "meta", one_device=True).device


def _refused(pos: Thing, length: int) -> bool:
    """Whether the student refuses a legal length: that is judged with the cap, not here."""
    try:
        pos(length, "cpu")
    except StudentRaised as error:
        if error.raised.own and {"ValueError", "AssertionError"} & set(error.raised.classes):
            expect.note("refused", length)
            return True
    return False


@check(task="lookup", points=0.25, needs=(rows_follow_the_table,))
def extreme_lengths_work(student: Student, draw: Draw) -> None:
    """T = 1 gives one row, T = 0 none, shape (0, n_embd), and T = block_size the whole table."""
    rows, columns = 14, 18
    pos = student.new("PositionalEmbedding", config(block_size=rows, n_embd=columns))
    values = the_table(student, pos, rows, columns).rows(fill(pos, draw))
    look = "Look at what happens to an axis of length 1, or 0, on its way through your code."
    expect.close(expect.returns(pos, 1, "cpu", otherwise=look), values[:1], tolerance=1e-5, otherwise=look)
    if not _refused(pos, 0):
        if expect.surveying() and _gives_nothing(pos):
            raise expect.stop("T = 0 gives nothing.", look, "nothing for T = 0")
        expect.shape(expect.returns(pos, 0, "cpu", otherwise=look), (0, columns), otherwise=look)
    if not _refused(pos, rows):
        look = "The last row of the table belongs to the last position."
        expect.close(expect.returns(pos, rows, "cpu", otherwise=look), values, tolerance=1e-5, otherwise=look)


def _gives_nothing(pos: Thing) -> bool:
    """For the diagnosis: whether T = 0 gives None or an error, in whatever words."""
    try:
        return pos(0, "cpu").kind == "none"
    except StudentRaised:
        return True


@check(task="lookup", points=0.25, needs=(rows_follow_the_table,))
def follows_double(student: Student, draw: Draw) -> None:
    """After .double(), the vectors are float64, with the table's own values."""
    rows, columns, length = 13, 17, 6
    pos = student.new("PositionalEmbedding", config(block_size=rows, n_embd=columns))
    table = the_table(student, pos, rows, columns)
    pos.move(dtype="float64")
    values = table.rows(fill(pos, draw))
    look = "The module was turned to float64. Look for a number type that you name yourself."
    result = expect.returns(pos, length, "cpu", otherwise=look)
    expect.dtype(result, "float64", otherwise=look)
    expect.close(result, values[:length], tolerance=1e-12, otherwise=look)
