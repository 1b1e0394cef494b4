"""Pages that stand alone: one HTML file each, with its style in it, and nothing fetched."""

from __future__ import annotations

import functools
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any

import jinja2
from markupsafe import Markup

from autograder.publishing.clean_html import printable, words

# Should the cleaning ever miss something, the browser still runs and fetches nothing.
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def page(template: str, *, style: str = "", scripts: str = "", **values: Any) -> str:
    """The page that a template of this package makes of these values. What is no Markup is escaped.

    `scripts`: the digests of those that may run; without them none does."""
    policy = f"{POLICY}; script-src {scripts}" if scripts else POLICY
    css = source("page.css") + style
    html = _environment().get_template(template).render(style=Markup(css), policy=policy, **values)
    return printable(html)  # names and reports too may hold half a character, which no file can


def points(value: float | None) -> str:
    """Points as people write them: at most two decimals, halves up, and a dash for none."""
    if value is None:
        return "–"
    try:
        rounded = Decimal(str(value)).quantize(Decimal("0.01"), ROUND_HALF_UP) + 0  # without the sign of -0
    except InvalidOperation:  # no end of digits, or infinite
        return f"{value:g}"
    return f"{rounded:f}".rstrip("0").rstrip(".")


@functools.cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("autograder.publishing"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"points": points, "words": words}
    return environment


def source(name: str) -> str:
    """A file beside the templates, as it is."""
    environment = _environment()
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]
