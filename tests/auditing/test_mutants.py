"""Mutants of the miniature course: which are made, which survive, and what an author may say of them."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from mini import SLUG

from autograder.assignment import Assignment, read_assignment
from autograder.auditing.mutants import mutants
from autograder.auditing.survivors import MutantAudit, audit_mutants, equivalents
from autograder.course import Course
from autograder.errors import AuthoringError, ToolError
from autograder.grading.engine import Engine
from autograder.sandbox.isolation import best
from autograder.sandbox.limits import Limits

REFERENCE = "solutions/double/reference.py"
LISTED = "autograder/checks/double/equivalent.toml"
MINUS = "double: `return FACTOR * x + 0` → `return FACTOR * x - 0`"
SURVIVING = ("return FACTOR * x", "return FACTOR * x - 0")

Edit = Callable[[str, str, str], None]


@pytest.fixture
def audit(mini: Course, engine: Engine) -> Callable[[], MutantAudit]:
    """Tries the mutants of the course as it is now, in one sandbox."""
    return lambda: audit_mutants(mini, SLUG, [engine])


@pytest.fixture
def made(mini: Course, edit: Edit) -> Callable[[str], list[str]]:
    """`made(solution)` says what becomes of the one line of `double`."""

    def make(solution: str) -> list[str]:
        edit(REFERENCE, "    return FACTOR * x\n", solution)
        return [mutant.now for mutant in mutants(_assignment(mini)) if mutant.task == "double"]

    return make


def _assignment(course: Course) -> Assignment:
    return read_assignment(course, SLUG)


def _entry(now: str, was: str = "return FACTOR * x + 0", reason: str = "nothing is added") -> str:
    return f'[[mutant]]\ntask = "double"\nwas = "{was}"\nnow = "{now}"\nreason = "{reason}"\n'


def _list(course: Course, *entries: str) -> None:
    (course.root / LISTED).write_text("\n".join(entries), encoding="utf-8")


# What is made


def test_only_the_solution_is_changed(mini: Course) -> None:
    found = mutants(_assignment(mini))
    assert {(mutant.task, mutant.was) for mutant in found} == {
        ("double", "return FACTOR * x"),
        ("quadruple", "return double(double(x))"),
        ("quiz", 'quiz_sign = "b"'),
        ("quiz", 'quiz_zero = "a"'),
    }
    answers = {task.name: task.answer for task in _assignment(mini).tasks}
    for mutant in found:
        assert mutant.code == answers[mutant.task].replace(mutant.was, mutant.now)


def test_each_program_is_made_once_and_in_the_order_of_the_text(mini: Course) -> None:
    found = mutants(_assignment(mini))
    assert len({mutant.code for mutant in found}) == len(found)
    assert [mutant.task for mutant in found] == sorted(
        (mutant.task for mutant in found), key=["double", "quadruple", "quiz"].index
    )
    assert found == mutants(_assignment(mini))


@pytest.mark.parametrize(
    ("solution", "wanted"),
    [
        ("    return x[1:]\n", {"return x[2:]", "return x[0:]", "pass"}),
        ("    return f(-x)\n", {"return f(x)", "return f(+x)", "return f(~x)", "return f(not x)", "pass"}),
        ("    return f(x, 'c')\n", {"return f('c', x)", "return f(x, 'd')", "return f(x, 'b')", "pass"}),
        ("    return f(x, 'ok')\n", {"return f('ok', x)", 'return f(x, "")', "pass"}),
        ("    return f(g=x)\n", {"return f(g=None)", "pass"}),
        ("    return f(x.a(x.b), x.c(x.d))\n", None),
    ],
)
def test_what_is_changed(made: Callable[[str], list[str]], solution: str, wanted: set[str] | None) -> None:
    assert set(made(solution)) == (
        wanted
        or {
            "return f(x.c(x.d), x.a(x.b))",
            "return f(x.c(x.b), x.c(x.d))",
            "return f(x.a(x.d), x.c(x.d))",
            "return f(x.a(x.b), x.a(x.d))",
            "return f(x.a(x.b), x.c(x.b))",
            "pass",
        }
    )


def test_operands_are_left_out(made: Callable[[str], list[str]]) -> None:
    found = set(made("    return x - FACTOR + x**2\n"))
    assert {"return FACTOR + x**2", "return x + x**2", "return x - FACTOR", "return x - FACTOR + x"} <= found
    assert "return x - FACTOR + 2" in found


def test_variables_are_mistaken_for_those_set_before(made: Callable[[str], list[str]]) -> None:
    found = made("    y = x\n    z = y\n    return z\n")
    assert [now for now in found if now.startswith("z")] == ["z = x"]
    assert [now for now in found if now.startswith("return")] == ["return x", "return y"]
    assert [now for now in found if now.startswith("y")] == []


def test_what_is_no_python_is_no_mutant(made: Callable[[str], list[str]]) -> None:
    """cosmic-ray changes each comparison in each way: some are no Python, or the same program in other words."""
    found = made("    'Twice.'\n    return x\n")
    assert found == ["pass"]


def test_without_cosmic_ray(mini: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cosmic_ray.operators.provider", None)
    with pytest.raises(ToolError) as caught:
        mutants(_assignment(mini))
    assert str(caught.value) == (
        "mutants are made by cosmic-ray, which is not installed. Run `pip install 'cosmic-ray>=8.7'`."
    )


# What becomes of them


def test_all_are_killed(audit: Callable[[], MutantAudit], mini: Course) -> None:
    found = audit()
    made = [mutant.task for mutant in mutants(_assignment(mini))]
    assert found.made == found.killed == {task: made.count(task) for task in ("double", "quadruple", "quiz")}
    assert min(found.made.values()) > 0
    assert (found.survivors, found.faults) == ((), ())


def test_a_survivor_that_is_not_listed(audit: Callable[[], MutantAudit], edit: Edit) -> None:
    edit(REFERENCE, "return FACTOR * x\n", "return FACTOR * x + 0\n")
    found = audit()
    assert MINUS in map(str, found.survivors)
    assert found.made["double"] - found.killed["double"] == len(found.survivors)
    assert f"{REFERENCE}: no check notices {MINUS}. Sharpen one, or list the change with its reason in {LISTED}" in (
        found.faults
    )


def test_survivors_that_are_listed(audit: Callable[[], MutantAudit], mini: Course, edit: Edit) -> None:
    edit(REFERENCE, "return FACTOR * x\n", "return FACTOR * x + 0\n")
    _list(mini, *map(_entry, SURVIVING))
    found = audit()
    assert found.faults == ()
    assert [mutant.now for mutant in found.survivors] == list(SURVIVING)
    assert [entry.now for entry in found.equivalents] == list(SURVIVING)


def test_a_listed_change_that_is_noticed(audit: Callable[[], MutantAudit], mini: Course) -> None:
    _list(mini, _entry("return FACTOR + x", was="return FACTOR * x"))
    assert audit().faults == (
        f"{LISTED}: a check notices this change, so it is not equivalent: "
        "double: `return FACTOR * x` → `return FACTOR + x`",
    )


def test_a_listed_change_that_is_not_made(audit: Callable[[], MutantAudit], mini: Course) -> None:
    _list(mini, _entry("return FACTOR * x - 0"))
    assert audit().faults == (f"{LISTED}: no mutant has this change any more: {MINUS}",)


def test_a_check_that_was_weakened_lets_mutants_live(audit: Callable[[], MutantAudit], edit: Edit) -> None:
    edit(
        "autograder/checks/double/tensors.py",
        "expect.close(result, 2 * x, tolerance=1e-5",
        "expect.close(result, 2 * x, tolerance=1e9",
    )
    assert "double: `return FACTOR * x` → `return FACTOR + x`" in map(str, audit().survivors)


def test_a_mutant_that_never_ends(mini: Course, edit: Edit) -> None:
    edit(REFERENCE, "    return FACTOR * x\n", "    while x is None:\n        pass\n    return FACTOR * x\n")
    assert "while x is not None:" in [mutant.now for mutant in mutants(_assignment(mini))]
    with Engine(best(), Limits(check_seconds=1)) as engine:
        found = audit_mutants(mini, SLUG, [engine])
    assert (found.survivors, found.killed) == ((), found.made)


def test_an_answer_that_is_wrong_itself(audit: Callable[[], MutantAudit], edit: Edit) -> None:
    edit(REFERENCE, 'quiz_zero = "a"', 'quiz_zero = "b"')
    with pytest.raises(AuthoringError) as caught:
        audit()
    assert str(caught.value) == (
        f"{REFERENCE}: the answer to quiz has no full marks by itself, so its mutants cannot be judged. "
        "Run `autograder verify` without --mutants."
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[mutant]", "it cannot be read as TOML: "),
        ("[[mutants]]\n", "an entry that is none. Each is a [[mutant]] with the texts task, was, now, reason."),
        ('[[mutant]]\ntask = "double"\n', "an entry that is none. Each is a [[mutant]] with the texts "),
        (_entry("x").replace('"nothing is added"', "1"), "an entry that is none. "),
        (_entry("x", reason=" "), "an entry without a reason: `x`"),
    ],
)
def test_a_list_that_is_not_well_formed(mini: Course, text: str, why: str) -> None:
    _list(mini, text)
    with pytest.raises(AuthoringError) as caught:
        equivalents(mini, SLUG)
    assert str(caught.value).startswith(f"{LISTED}: {why}")
