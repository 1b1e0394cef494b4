"""Mutants: the reference's answers, with one thing changed in each."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from autograder.assignment import Assignment, Task, solution_lines
from autograder.auditing.operators import Operator, operators


@dataclass(frozen=True)
class Mutant:
    """A task's answer with one thing changed. `was` and `now` are the lines that differ, without their indentation."""

    task: str
    was: str
    now: str
    code: str

    def __str__(self) -> str:
        return f"{self.task}: `{self.was}` → `{self.now}`"


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
