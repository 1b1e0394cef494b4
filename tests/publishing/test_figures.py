"""Figures as inline SVG."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from autograder.publishing.figures import BAR, TEXT, bars, first_difference, side_by_side
from autograder.verdict import Picture

RIGHT = ((0.0, 1.0), (0.5, -1.0))


@pytest.mark.parametrize(
    ("theirs", "column"),
    [
        (RIGHT, None),
        (((0.0, 1.0), (0.5, 1.0)), 1),
        (((9.0, 1.0), (0.5, 1.0)), 0),
        (((0.0, None), (0.5, -1.0)), 1),
        (((0.005, 1.0), (0.5, -1.0)), None),
    ],
)
def test_the_first_column_that_differs(theirs: tuple[tuple[float | None, ...], ...], column: int | None) -> None:
    assert first_difference(Picture("t", theirs, RIGHT)) == column


@pytest.mark.parametrize("theirs", [((0.0, 1.0), (0.5, 1.0)), ((None, None), (None, None))])
def test_heatmaps_take_the_colours_of_the_page(theirs: tuple[tuple[float | None, ...], ...]) -> None:
    svg = str(side_by_side(Picture("t", theirs, RIGHT), 'what "it" <shows>', "p1"))
    root = ET.fromstring(svg)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == 'what "it" <shows>'
    words = [" ".join("".join(one.itertext()).split()) for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert words.count("yours") == words.count("right") == 1
    assert words.count("dimension") == 2
    assert "currentColor" in svg
    assert TEXT not in svg
    assert svg.count("data:image/png;base64,") >= 2


def test_every_id_is_of_its_own_figure() -> None:
    picture = Picture("t", ((0.0, 1.0), (0.5, 1.0)), RIGHT)
    one, other = (str(side_by_side(picture, "x", prefix)) for prefix in ("a", "b"))
    ids = {prefix: re.findall(r'\bid="([^"]+)"', svg) for prefix, svg in (("a", one), ("b", other))}
    assert not set(ids["a"]) & set(ids["b"])
    for prefix, svg in (("a", one), ("b", other)):
        used = re.findall(r"(?:url\(|href=\")#([^)\"]+)", svg)
        assert used
        assert set(used) <= set(ids[prefix])


def test_bars() -> None:
    svg = str(bars(["0–2", "2–4"], [3, 0], label="3 have 0–2", prefix="m", title="points"))
    words = [" ".join("".join(one.itertext()).split()) for one in ET.fromstring(svg).iter() if one.tag.endswith("text")]
    assert {"0–2", "2–4", "points", "students"} <= set(words)
    assert "var(--bar)" in svg
    assert BAR not in svg


def test_the_same_figure_is_the_same_text() -> None:
    one, other = (bars(["a"], [1], label="l", prefix="p") for _ in range(2))
    assert one == other
