"""Ways to change one thing in an answer: cosmic-ray's, and those that code for tensors needs beside them.

cosmic-ray changes operators, comparisons, numbers, loops, exceptions and decorators. Most mistakes in a module of
torch lie in none of these: the wrong name, two arguments exchanged, a term left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from autograder.errors import ToolError

Place = tuple[tuple[int, int], tuple[int, int]]


class Operator(Protocol):
    """What cosmic-ray asks of a way to change code. Nodes are parso's."""

    def mutation_positions(self, node: Any) -> Iterable[Place]:
        """Start and end, each (line from 1, column from 0), of every change that can be made to this node."""

    def mutate(self, node: Any, index: int) -> Any:
        """The node after the change of this number; None deletes it."""


def operators() -> list[Operator]:
    """Every way to change code that leaves nothing to chance. Raises ToolError where cosmic-ray is missing."""
    try:
        from cosmic_ray.operators.provider import OperatorProvider
    except ImportError as error:
        raise ToolError(
            "mutants are made by cosmic-ray, which is not installed",
            next_step="Run `pip install 'cosmic-ray>=8.7'`.",
        ) from error
    provider = OperatorProvider()
    named = (provider[name] for name in sorted(provider))  # those that take arguments draw random numbers
    theirs = [kind() for kind in named if not kind.arguments()]
    return [*theirs, _Strings(), _Arguments(), _Operands(), _Neighbours(), _Names(), _Attributes(), _Statements()]


class _Own:
    """An operator with a list of changes for each node."""

    def mutation_positions(self, node: Any) -> Iterator[Place]:
        yield from [(node.start_pos, node.end_pos)] * len(self.changes(node))

    def changes(self, node: Any) -> list[Any]:
        raise NotImplementedError


class _Strings(_Own):
    """A letter becomes the one before or after it, as numbers do; another string becomes empty."""

    def changes(self, node: Any) -> list[str]:
        if node.type not in ("string", "fstring") or node.parent.type == "simple_stmt":  # a docstring
            return []
        text = node.get_code(include_prefix=False)
        letter = re.fullmatch(r"""(["'])([A-Za-z])\1""", text)
        if letter is None:
            return [] if text in ('""', "''") else ['""']
        near = (chr(ord(letter[2]) + step) for step in (1, -1))
        return [f"{letter[1]}{other}{letter[1]}" for other in near if other.isalpha()]

    def mutate(self, node: Any, index: int) -> Any:
        from parso.python.tree import String

        return String(self.changes(node)[index], node.start_pos, node.get_first_leaf().prefix)


class _Arguments(_Own):
    """The value of a keyword argument becomes None."""

    def changes(self, node: Any) -> list[Any]:
        named = node.type == "argument" and node.children[1] == "="
        return [node.children[2]] if named and node.children[2] != "None" else []

    def mutate(self, node: Any, index: int) -> Any:
        from parso.python.tree import Keyword

        node.children[2] = Keyword("None", node.children[2].start_pos, "")
        return node


class _Operands(_Own):
    """One operand is left out, with its operator."""

    def changes(self, node: Any) -> list[list[Any]]:
        if node.type == "power" and "**" in node.children:
            at = node.children.index("**")
            return [node.children[:at], node.children[at + 1 :]]
        if node.type not in ("arith_expr", "term"):
            return []
        kept = node.children
        return [kept[2:], *(kept[: at - 1] + kept[at + 1 :] for at in range(2, len(kept), 2))]

    def mutate(self, node: Any, index: int) -> Any:
        prefix = node.get_first_leaf().prefix
        node.children = self.changes(node)[index]
        node.get_first_leaf().prefix = prefix
        return node


class _Neighbours(_Own):
    """Two arguments, or two indices, that stand side by side change places."""

    def changes(self, node: Any) -> list[int]:
        if node.type not in ("arglist", "subscriptlist"):
            return []
        first = range(0, len(node.children) - 2, 2)
        return [at for at in first if "argument" not in (node.children[at].type, node.children[at + 2].type)]

    def mutate(self, node: Any, index: int) -> Any:
        at = self.changes(node)[index]
        one, other = node.children[at], node.children[at + 2]
        here, there = one.get_first_leaf(), other.get_first_leaf()
        here.prefix, there.prefix = there.prefix, here.prefix
        node.children[at], node.children[at + 2] = other, one
        return node


class _Names(_Own):
    """A variable becomes another one of the same function, set on an earlier line."""

    def changes(self, node: Any) -> list[str]:
        if node.type != "name" or node.is_definition() or _follows(node, ".") or _in_words(node):
            return []
        if node.parent.type == "argument" and node.parent.children[0] is node and node.parent.children[1] == "=":
            return []
        function = node.search_ancestor("funcdef")
        leaves = list(_leaves(function)) if function is not None else []
        known = {leaf.value for leaf in leaves if _is_variable(leaf) and leaf.line < node.line} - {"self"}
        return sorted(known - {node.value}) if node.value in known else []

    def mutate(self, node: Any, index: int) -> Any:
        node.value = self.changes(node)[index]
        return node


class _Attributes(_Own):
    """An attribute becomes another one that the same class, or function, asks of the same thing in the same way."""

    def changes(self, node: Any) -> list[str]:
        way = _asked(node)
        scope = node.search_ancestor("classdef") or node.search_ancestor("funcdef") if way is not None else None
        if scope is None or node.is_definition() or _in_words(node):
            return []
        return sorted({leaf.value for leaf in _leaves(scope) if _asked(leaf) == way} - {node.value})

    def mutate(self, node: Any, index: int) -> Any:
        node.value = self.changes(node)[index]
        return node


class _Statements(_Own):
    """A statement is left out."""

    def changes(self, node: Any) -> list[Any]:
        statement = node.type == "simple_stmt" and node.parent.type == "suite"
        return [node] if statement and node.children[0].type != "string" else []

    def mutate(self, node: Any, index: int) -> Any:
        from parso.python.tree import Keyword

        first = node.get_first_leaf()
        node.children[0] = Keyword("pass", first.start_pos, first.prefix)
        return node


def _leaves(node: Any) -> Iterator[Any]:
    last, leaf = node.get_last_leaf(), node.get_first_leaf()
    while leaf is not last:
        yield leaf
        leaf = leaf.get_next_leaf()
    yield last


def _follows(node: Any, sign: str) -> bool:
    before = node.get_previous_leaf()
    return before is not None and before == sign


def _in_words(node: Any) -> bool:
    """Whether it stands in an f-string: which number a message names is nobody's rule."""
    return node.search_ancestor("fstring") is not None


def _is_variable(leaf: Any) -> bool:
    return leaf.type == "name" and bool(leaf.is_definition()) and leaf.parent.type not in ("funcdef", "trailer")


def _asked(leaf: Any) -> tuple[str, bool] | None:
    """Of whom an attribute is asked, and whether it is called: `torch` and True for the leaf `sin` in `torch.sin(x)`.

    None for any other leaf.
    """
    if leaf.type != "name" or not _follows(leaf, "."):
        return None
    before, after = leaf.get_previous_leaf().get_previous_leaf(), leaf.get_next_leaf()
    if before is None or before.type != "name" or _follows(before, "."):
        return None
    return str(before.value), after is not None and after == "("
