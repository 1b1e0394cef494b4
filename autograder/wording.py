"""Small things in words, the same wherever people read them."""

from __future__ import annotations

FOLLOW_THROUGH = "An earlier task is wrong; this one was judged with a right answer to it in its place."


def many(number: int) -> str:
    """So many submissions."""
    return f"{number} submission" if number == 1 else f"{number} submissions"


def spaced(name: str) -> str:
    """A name of the code's, for people."""
    return name.replace("_", " ")
