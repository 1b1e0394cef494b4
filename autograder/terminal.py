"""What a terminal may be given of strangers' words."""

from __future__ import annotations

from rich.markup import escape


def safe(text: str) -> str:
    """Text that a student had a hand in, as a terminal may have it: no markup, no control characters."""
    return escape(printable(text))


def printable(text: str) -> str:
    """Text without control characters."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
