"""Figures as inline SVG: in the colours of the page around them, on a light screen and on a dark one."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from markupsafe import Markup, escape
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from autograder.verdict import Numbers, Picture

# What matplotlib is told to draw in these two becomes the colour of the text, and of the page's bars.
TEXT, BAR = "#010203", "#040506"
# Reports hold numbers of three decimals, up to a million. What goes beyond comes from elsewhere, and scales overflow.
_SMALLEST, _LARGEST = 1e-4, 1e6
_STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "autograder",
    "font.family": "sans-serif",
    "font.size": 9,
    "text.color": TEXT,
    "axes.edgecolor": TEXT,
    "axes.labelcolor": TEXT,
    "axes.titlesize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": TEXT,
    "ytick.color": TEXT,
}


def side_by_side(picture: Picture, label: str, prefix: str) -> Markup:
    """A student's matrix beside the right one, as heatmaps of one scale. `label`: what it shows, for whoever does not
    see it. `prefix`: of its ids, one for each figure of a page."""
    right = _array(picture.right)
    largest = float(np.nan_to_num(np.abs(right)).max())
    largest = largest if largest > _SMALLEST else 1.0
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(7.2, 3.0), layout="constrained")
        axes = figure.subplots(1, 2, sharey=True)
        for ax, title, data in zip(axes, ("yours", "right"), (_array(picture.theirs), right), strict=True):
            shown = np.ma.masked_invalid(data)
            image = ax.imshow(shown, aspect="auto", cmap="RdBu", vmin=-largest, vmax=largest, interpolation="nearest")
            ax.set(title=title, xlabel="dimension")
        column = first_difference(picture)
        if column is not None:
            axes[0].axvline(column, color=TEXT, linewidth=1, linestyle=":")
        axes[0].set_ylabel("row")
        figure.colorbar(image, ax=axes, shrink=0.9)
        return inline(figure, label, prefix)


def first_difference(picture: Picture, near: float = 1e-2) -> int | None:
    """The first column in which the two differ by more than a colour shows; None if there is none."""
    apart = ~(np.abs(_array(picture.theirs) - _array(picture.right)) <= near)
    columns = np.flatnonzero(apart.any(axis=0))
    return int(columns[0]) if len(columns) else None


def bars(names: Sequence[str], values: Sequence[float], *, label: str, prefix: str, title: str = "") -> Markup:
    """Upright bars, one for each name."""
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(4.6, 2.2), layout="constrained")
        ax = figure.subplots()
        ax.bar(range(len(names)), values, color=BAR, width=0.85)
        ax.set_xticks(range(len(names)), names, rotation=30)
        ax.yaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set(ylabel="students", xlabel=title)
        return inline(figure, label, prefix)


def inline(figure: Figure, label: str, prefix: str) -> Markup:
    """A figure as an element of a page."""
    file = io.StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = file.getvalue()
    svg = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.S)
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}-\1"', svg)
    svg = re.sub(r'href="#([^"]+)"', rf'href="#{prefix}-\1"', svg).replace("url(#", f"url(#{prefix}-")
    svg = svg.replace(TEXT, "currentColor").replace(BAR, "var(--bar)")
    described = f'<svg role="img" aria-label="{escape(label)}"'
    return Markup(svg.replace("<svg", described, 1))


def _array(numbers: Numbers) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    array = np.array([[np.nan if value is None else value for value in row] for row in numbers], dtype=np.float64)
    return array.clip(-_LARGEST, _LARGEST)
