"""Mutants: the reference's answers, with one thing changed in each.

The changes are cosmic-ray's, and two of mutmut's that it lacks: other strings, and keyword arguments that become None.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from autograder.assignment import Assignment, Task, solution_lines
from autograder.errors import ToolError

Place = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True)
class Mutant:
    """A task's answer with one thing changed. `was` and `now` are the lines that differ, without their indentation."""

    task: str
    was: str
    now: str
    code: str

    def __str__(self) -> str:
        return f"{self.task}: `{self.was}` → `{self.now}`"


class Operator(Protocol):
    """What cosmic-ray asks of a way to change code. Nodes are parso's."""

    def mutation_positions(self, node: Any) -> Iterable[Place]:
        """Start and end, each (line from 1, column from 0), of every change that can be made to this node."""

    def mutate(self, node: Any, index: int) -> Any:
        """The node after the change of this number; None deletes it."""


class _Strings:
    """A letter becomes the one before or after it, as numbers do; another string becomes empty."""

    def mutation_positions(self, node: Any) -> Iterator[Place]:
        if node.type in ("string", "fstring") and node.parent.type != "simple_stmt":  # a docstring is a statement
            yield from [(node.start_pos, node.end_pos)] * len(self._others(node.get_code(include_prefix=False)))

    def mutate(self, node: Any, index: int) -> Any:
        from parso.python.tree import String

        other = self._others(node.get_code(include_prefix=False))[index]
        return String(other, node.start_pos, node.get_first_leaf().prefix)

    def _others(self, text: str) -> list[str]:
        letter = re.fullmatch(r"""(["'])([A-Za-z])\1""", text)
        if letter is None:
            return [] if text in ('""', "''") else ['""']
        near = (chr(ord(letter[2]) + step) for step in (1, -1))
        return [f"{letter[1]}{other}{letter[1]}" for other in near if other.isalpha()]


class _Arguments:
    """The value of a keyword argument becomes None."""

    def mutation_positions(self, node: Any) -> Iterator[Place]:
        if node.type == "argument" and node.children[1] == "=" and node.children[2] != "None":
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        from parso.python.tree import Keyword

        node.children[2] = Keyword("None", node.children[2].start_pos, "")
        return node


def operators() -> list[Operator]:
    """Every way to change code that needs no word of ours. Raises ToolError where cosmic-ray is missing."""
    try:
        from cosmic_ray.operators.provider import OperatorProvider
    except ImportError as error:
        raise ToolError(
            "mutants are made by cosmic-ray, which is not installed",
            next_step="Run `pip install 'transformer-input-autograder[mutants]'`.",
        ) from error
    provider = OperatorProvider()
    named = (provider[name] for name in sorted(provider))
    return [kind() for kind in named if not kind.arguments()] + [_Strings(), _Arguments()]


def mutants(assignment: Assignment) -> list[Mutant]:
    """Each change of each solution that gives another program, in the order of the text.

    Raises ToolError where cosmic-ray is missing.
    """
    known = operators()
    return [mutant for task in assignment.tasks for mutant in _mutants_of(task, known)]


def _mutants_of(task: Task, known: Sequence[Operator]) -> list[Mutant]:
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.mutating import mutate_code

    solution = {number + 1 for number, _ in solution_lines(task.answer)}
    original, found = _program(task.answer), dict[str, tuple[tuple[int, int], Mutant]]()
    for operator in known:
        places = [place for node in ast_nodes(get_ast(task.answer)) for place in operator.mutation_positions(node)]
        for occurrence, (start, _) in enumerate(places):
            if start[0] not in solution:
                continue
            code = str(mutate_code(task.answer, operator, occurrence))
            program = _program(code)
            if program is not None and program != original:
                found.setdefault(program, (start, Mutant(task.name, *_difference(task.answer, code), code)))
    return [mutant for _, mutant in sorted(found.values(), key=lambda row: row[0])]


def _program(code: str) -> str | None:
    """What code says, however it is written; None if it is no Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(code, "<mutant>", "exec")
        except SyntaxError:
            return None
        return ast.dump(ast.parse(code))


def _difference(before: str, after: str) -> tuple[str, str]:
    """The lines that differ."""
    old, new = before.splitlines(), after.splitlines()
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return _tidy(old), _tidy(new)


def _tidy(lines: list[str]) -> str:
    """cosmic-ray puts a space before each number that it writes: after a bracket or a slice's colon it is taken out."""
    return re.sub(r"([(\[]|\[:|::) (?=-?\d)", r"\1", "\n".join(map(str.strip, lines)))
