"""Text, Markdown and HTML of strangers, as a page may have them: no script, no style, nothing from elsewhere."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any

import mistune
import nh3
from latex2mathml.converter import convert
from markupsafe import Markup, escape

# What is longer is shown as plain text: readers of Markdown and HTML can be made to take minutes for a megabyte.
LIMIT = 20_000
MATH_LIMIT = 1000
_MATH = frozenset(
    {
        "math",
        "mrow",
        "mi",
        "mn",
        "mo",
        "ms",
        "mtext",
        "mspace",
        "mfrac",
        "msqrt",
        "mroot",
        "msub",
        "msup",
        "msubsup",
        "munder",
        "mover",
        "munderover",
        "mtable",
        "mtr",
        "mtd",
        "mstyle",
        "mpadded",
        "mphantom",
    }
)
_TAGS = frozenset(
    {
        "a",
        "abbr",
        "b",
        "blockquote",
        "br",
        "code",
        "dd",
        "del",
        "details",
        "div",
        "dl",
        "dt",
        "em",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "img",
        "kbd",
        "li",
        "ol",
        "p",
        "pre",
        "s",
        "samp",
        "small",
        "span",
        "strong",
        "sub",
        "summary",
        "sup",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "u",
        "ul",
        "var",
    }
)
_ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt", "width", "height"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
    "ol": {"start"},
    "math": {"display"},
    "mo": {"stretchy", "fence", "form"},
    "mtable": {"columnalign"},
}
_PICTURES = {"png": b"\x89PNG\r\n", "jpeg": b"\xff\xd8\xff"}
_PICTURE = re.compile(r"data:image/(png|jpeg);base64,([A-Za-z0-9+/=\s]+)")


def picture(kind: str, data: str) -> str | None:
    """The address of an image that is in the page itself. None if `data` is no base64 of an image of this kind ("png"
    or "jpeg")."""
    try:
        content = base64.b64decode("".join(data.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    if not content.startswith(_PICTURES[kind]):
        return None
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def clean(html: str) -> Markup:
    """HTML without what could run, be fetched, or look like a part of our page."""
    if len(html) > LIMIT:
        return plain(html)
    return _clean(html, _TAGS)


def markdown(text: str) -> Markup:
    """Markdown with mathematics as HTML, cleaned as `clean` does it."""
    if len(text) > LIMIT:
        return plain(text)
    try:
        html = _READER(text)
    except (RecursionError, ValueError):
        return plain(text)
    return _clean(_lower_headings(str(html)), _TAGS | _MATH)


def plain(text: str) -> Markup:
    """Text as it is."""
    return Markup("<pre>{}</pre>").format(printable(text))


def printable(text: str) -> str:
    """Without control characters, which no page may hold, nor those that turn the direction of what follows."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def words(text: str) -> Markup:
    """A sentence in which what stands between backticks is code."""
    parts = re.split(r"`([^`\n]+)`", printable(text))
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else escape(part) for number, part in enumerate(parts)
    )


_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufffe\uffff]")


def _clean(html: str, tags: frozenset[str]) -> Markup:
    cleaned = nh3.clean(
        printable(html),
        tags=set(tags),
        attributes=_ATTRIBUTES,
        attribute_filter=_attribute,
        url_schemes={"http", "https", "mailto", "data"},
        link_rel="noopener noreferrer nofollow",
    )
    return Markup(
        _IMAGE.sub(_described, printable(cleaned))
    )  # once more: references such as &#x202e; are characters now


def _described(image: re.Match[str]) -> str:
    """An image that has lost its address is none; one without a description is passed over by a screen reader."""
    if ' src="' not in image[0]:
        return ""
    return image[0] if ' alt="' in image[0] else image[0].replace("<img", '<img alt=""', 1)


_IMAGE = re.compile(r"<img[^>]*>")


def _attribute(tag: str, name: str, value: str) -> str | None:
    """None drops it. A picture from elsewhere would tell its server who reads the page."""
    if (tag, name) == ("img", "src"):
        found = _PICTURE.fullmatch(value.strip())
        return picture(found[1], found[2]) if found else None
    if (tag, name) == ("a", "href"):
        return value if re.match(r"(https?|mailto):", value.strip(), re.I) else None
    return value


def _lower_headings(html: str) -> str:
    """The page's own headings are h1 and h2: a notebook's begin at h3, so that a screen reader's outline holds."""
    return re.sub(r"<(/?)h([1-6])>", lambda found: f"<{found[1]}h{min(6, int(found[2]) + 2)}>", html)


class _Renderer(mistune.HTMLRenderer):
    """Mathematics as MathML, which browsers show without a program."""

    def inline_math(self, text: str) -> str:
        return _mathml(text, "inline")

    def block_math(self, text: str) -> str:
        return f"<div>{_mathml(text, 'block')}</div>\n"


def _mathml(text: str, display: str) -> str:
    try:
        if len(text) > MATH_LIMIT:
            raise ValueError("too long")
        # What comes of it is not escaped, so that it may hold more than mathematics.
        return nh3.clean(convert(text, display=display), tags=set(_MATH), attributes=_ATTRIBUTES)
    except Exception:  # it has a dozen classes for what it cannot read
        return f"<code>{escape(text)}</code>"


def _reader() -> Any:
    renderer = _Renderer(escape=False)
    return mistune.Markdown(renderer, plugins=[mistune.plugins.import_plugin(name) for name in _PLUGINS])


_PLUGINS = ("math", "table", "strikethrough")
_READER = _reader()
