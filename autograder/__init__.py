"""Autograded exercises for the input layer of a transformer.

`mark` is what the marking cells of a notebook call.
"""

from __future__ import annotations

from typing import Any

from autograder.version import __version__

__all__ = ["__version__", "mark"]


def mark(assignment: str, task: str, namespace: dict[str, Any]) -> float:
    """The points of one task for the answers in a notebook's `globals()`, as nbgrader's partial credit.

    Prints each check with its outcome. Never raises: what cannot be judged earns nothing, and says so.
    """
    from autograder.grading.mark import mark_task  # torch and the rest only when a notebook is marked

    return mark_task(assignment, task, namespace)
