"""Cells of a CSV file: numbers, and words that no spreadsheet takes for a formula."""

from __future__ import annotations

import re

# What a spreadsheet runs when a cell begins with it, and what it skips before it looks. One that splits lines at
# semicolons, as in half of Europe, sees a cell begin within a text, too; so does one that splits at tabs.
_FORMULA = re.compile(r"(^|[;\t\r\n])(?=(?:[^\S\t\r\n]|\")*[=+\-@＝＋－＠])")
_NUMBER = re.compile(r"-?[\d.,]*\d", re.ASCII)
_DASHES = re.compile(r"\s*-+\s*")


def harmless(text: str) -> str:
    """The text, with a ' before whatever a spreadsheet would run.

    A dash alone is nothing to run: Moodle writes it where there is no value.
    """
    if _DASHES.fullmatch(text):
        return text
    safe = _FORMULA.sub(r"\1'", text)
    return f"'{safe}" if safe[:1] in ("\t", "\r", "\n") else safe


def number(value: float | None) -> str:
    """Points without needless digits; empty where there are none."""
    return "" if value is None else f"{round(value, 6) + 0.0:.12g}"


def value_of(text: str) -> float | None:
    """The number in a cell, with a point or a comma before its decimals; None if there is none."""
    if not _NUMBER.fullmatch(text.strip()):
        return None
    return float(re.sub(r"[.,](?=.*[.,])", "", text.strip()).replace(",", "."))
