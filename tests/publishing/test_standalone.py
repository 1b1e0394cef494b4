"""`pages.py`: pages that stand alone."""

from __future__ import annotations

import pytest

from autograder.publishing.pages import page, points


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "–"),
        (0.0, "0"),
        (2.0, "2"),
        (10.0, "10"),
        (0.25, "0.25"),
        (16.625, "16.63"),
        (1 / 3, "0.33"),
        (20, "20"),
        (-0.001, "0"),
        (-0.5, "-0.5"),
        (1e30, "1e+30"),
        (float("inf"), "inf"),
    ],
)
def test_points(value: float | None, words: str) -> None:
    assert points(value) == words


def test_what_is_no_markup_is_escaped_and_nothing_may_run() -> None:
    values = dict.fromkeys(("handed_in", "penalty", "score"), None) | dict.fromkeys(("tasks", "comments", "cells"), ())
    html = page(
        "feedback.html",
        title="<b>T</b>",
        name="</title><script>",
        notices=["`<i>`"],
        places={},
        max_score=1.0,
        **values,
    )
    assert "&lt;b&gt;T&lt;/b&gt;" in html
    assert "<script>" not in html
    assert "<code>&lt;i&gt;</code>" in html
    assert "script-src" not in html
