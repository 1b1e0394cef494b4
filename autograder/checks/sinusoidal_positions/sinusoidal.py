"""Task `sinusoidal`: sinusoidal_pe(max_len, d_model) -> (max_len, d_model), float32."""

from __future__ import annotations

import torch

from autograder.errors import StudentRaised
from autograder.judging import expect
from autograder.judging.check import Draw, check
from autograder.judging.picture import picture
from autograder.student.vocabulary import Result, Student

from .common import are_waves, encoding, tolerance

NAME = "sinusoidal_pe"
LEGAL = "A legal call must return a tensor."


@check(task="sinusoidal", points=1)
def gives_a_table_of_waves(student: Student, draw: Draw) -> None:
    """The result is a tensor of shape (max_len, d_model) whose columns are waves from -1 to 1, and no two rows are
    equal."""
    for rows, columns in ((20, 12), (9, 50), (1, 6)):
        result = expect.returns(student.call, NAME, rows, columns, otherwise=LEGAL)
        data = expect.tensor(result, otherwise="Return a torch.Tensor, one row for each position.")
        expect.shape(result, (rows, columns), otherwise="One row for each position, one column for each dimension.")
        if data.shape != (rows, columns):
            return
        if data.is_complex():
            raise expect.stop("The values are complex numbers.", "A sine and a cosine are real numbers.", "complex")
        expect.true(
            bool((data.double().abs() <= 1 + 1e-6).all()),
            seen="Some values do not lie from -1 to 1.",
            otherwise="A sine and a cosine never leave that range.",
            noting=_right_halves(data),
        )
        expect.true(
            len(torch.unique(data, dim=0)) == rows,
            seen="Two positions have the same row.",
            otherwise="Each position needs a row of its own. What in your code depends on the position?",
        )
        # A mistake in some columns, or in some rows, is for the formula's check to find.
        expect.true(
            rows < 3 or are_waves(data),
            seen="The columns do not go up and down as waves do.",
            otherwise="Each column is a sine or a cosine of an angle that grows evenly with the position.",
        )


def _right_halves(data: torch.Tensor) -> tuple[int, bool]:
    """How many of even and odd columns are right: memory that was never written cannot be compared by its values."""
    near = (data.double() - encoding(*data.shape)).abs() <= tolerance(len(data))
    right = int(near[:, 0::2].all()) + int(near[:, 1::2].all())
    return right, right == 0 and bool(data.isnan().any())


@check(task="sinusoidal", points=2.25, needs=(gives_a_table_of_waves,))
def follows_the_formula(student: Student, draw: Draw) -> None:
    """Column 2i holds sin(p / 10000^(2i/d_model)), column 2i+1 the cosine of the same angle."""
    for rows, columns in ((12, 16), (40, 24), (7, 10), (draw.integer(20, 30), 2 * draw.integer(16, 20))):
        result = expect.returns(student.call, NAME, rows, columns, otherwise=LEGAL)
        expect.close(
            result,
            encoding(rows, columns),
            tolerance=tolerance(rows),
            otherwise="Take the first column that differs, and work out its angle at position 1 by hand: "
            "which exponent, which of sine and cosine?",
        )


@check(task="sinusoidal", points=0.5, needs=(follows_the_formula,))
def every_even_width_works(student: Student, draw: Draw) -> None:
    """The narrowest table, d_model = 2, is right, and a wide one."""
    look = "The formula is right at other widths. Put this d_model into each expression of yours that contains it."
    for rows, columns in ((9, 2), (6, 4), (5, 512), (1, 768)):
        result = expect.returns(student.call, NAME, rows, columns, otherwise=look)
        expect.close(result, encoding(rows, columns), tolerance=tolerance(rows), otherwise=look)


@check(task="sinusoidal", points=0.75, needs=(follows_the_formula,))
def far_positions_are_exact(student: Student, draw: Draw) -> None:
    """Far positions are as right as float32 allows, and no table is too long."""
    look = (
        "The first rows are right and far ones are not: which number type do positions, rates and angles have on their "
        "way?"
    )
    for rows, columns in ((300, 8), (1000, 64), (5100, 8)):
        result = expect.returns(student.call, NAME, rows, columns, otherwise=look)
        expect.close(result, encoding(rows, columns), tolerance=tolerance(rows), otherwise=look)


@check(task="sinusoidal", points=0.5, needs=(gives_a_table_of_waves,))
def is_float32(student: Student, draw: Draw) -> None:
    """The table is float32, as the vectors are that it is added to."""
    result = expect.returns(student.call, NAME, 7, 10, otherwise=LEGAL)
    expect.dtype(result, "float32", otherwise="Compute as precisely as you like; what you return is float32.")


@check(task="sinusoidal", points=0.5, needs=(gives_a_table_of_waves,))
def asks_for_no_gradient(student: Student, draw: Draw) -> None:
    """The table is fixed: it asks for no gradient."""
    result = expect.returns(student.call, NAME, 7, 10, otherwise=LEGAL)
    expect.true(
        not result.requires_grad,
        seen="The result's requires_grad is True.",
        otherwise="Nothing is learned here. Look at what the values were wrapped in, and at how what you set is spelt.",
    )


@check(task="sinusoidal", points=0.5, needs=(gives_a_table_of_waves,))
def every_call_gives_a_fresh_table(student: Student, draw: Draw) -> None:
    """Each call gives a table of its own: writing into one changes no other."""
    rows, columns = 11, 14
    first = expect.returns(student.call, NAME, rows, columns, otherwise=LEGAL)
    before = expect.tensor(first, otherwise=LEGAL)
    if first.requires_grad:
        expect.note("not written into: it asks for a gradient")
        return
    try:
        student.overwrite(first, before + 1)
    except StudentRaised:
        expect.note("cannot be written into")
        return
    second = expect.returns(student.call, NAME, rows, columns, otherwise="A second call must return a tensor too.")
    student.overwrite(first, before)
    expect.equal(second, before, otherwise="Two callers were given the same memory. What do you keep between calls?")


@check(task="sinusoidal", points=0.5, needs=(gives_a_table_of_waves,))
def changes_no_global_state(student: Student, draw: Draw) -> None:
    """A call changes nothing for other code: no default dtype, no random state, no gradient mode."""
    before = student.state()
    expect.returns(student.call, NAME, 9, 10, otherwise=LEGAL)
    after = student.state()
    changed = tuple(name for name in before if before[name] != after[name])
    if expect.surveying():  # a seed that is set again leaves the same state, numbers that are drawn another
        expect.returns(student.call, NAME, 9, 10, otherwise=LEGAL)
        expect.note(student.state() == after)
    expect.true(
        not changed,
        seen=f"A call changed this for all other code: {', '.join(changed)}.",
        otherwise="Say what you need at the place where you need it, for this tensor alone.",
        noting=changed,
    )


@check(task="sinusoidal", points=0.5, needs=(follows_the_formula,))
def odd_width_is_right_or_refused(student: Student, draw: Draw) -> None:
    """An odd d_model gives the formula's table, with a last sine alone, or a ValueError."""
    look = "With an odd d_model there is one sine more than there are cosines. Support it, or raise a ValueError."
    expect.probe(lambda: _is_right(student.call(NAME, 8, 18), 8, 18))
    for rows, columns in ((8, 7), (6, 33), (5, 1)):
        try:
            result = student.call(NAME, rows, columns)
        except StudentRaised as error:
            own, classes = error.raised.own, error.raised.classes
            refused = own and "ValueError" in classes
            # An assert, an error of another class, or whatever broke first: its words say no more.
            facts = (own, own and "AssertionError" in classes, refused)
            expect.true(refused, seen=f"{error}", otherwise=look, noting=facts)
            if not refused:
                return
            continue
        expect.shape(result, (rows, columns), otherwise=look)
        if result.shape != (rows, columns):
            return
        expect.close(result, encoding(rows, columns), tolerance=tolerance(rows), otherwise=look)
        if not _is_right(result, rows, columns):
            return


def _is_right(result: Result, rows: int, columns: int) -> bool:
    if result.data is None or result.shape != (rows, columns):
        return False
    return torch.allclose(result.data.double(), encoding(rows, columns), rtol=0, atol=tolerance(rows))


@picture(task="sinusoidal")
def beside_the_right_one(student: Student) -> tuple[Result, torch.Tensor]:
    """The encoding of 32 positions in 24 dimensions: what your `sinusoidal_pe(32, 24)` gives, and what is right."""
    return student.call(NAME, 32, 24), encoding(32, 24)
