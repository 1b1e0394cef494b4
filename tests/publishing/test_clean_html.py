"""What strangers wrote, as a page may have it."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.publishing.clean_html import LIMIT, MATH_LIMIT, clean, markdown, picture, plain, words

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\nrest").decode()
ALLOWED_ADDRESS = re.compile(r"(https?|mailto):|data:image/(png|jpeg);base64,", re.I)


class Reader(HTMLParser):
    """Notes what a browser would run, fetch or lay over our page."""

    def __init__(self) -> None:
        super().__init__()
        self.bad: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "style", "iframe", "object", "embed", "form", "input", "link", "meta", "base", "svg"}:
            self.bad.append(tag)
        for name, value in attrs:
            if name.startswith("on") or name in {"style", "class", "id", "srcset", "xlink:href"}:
                self.bad.append(f"{tag} {name}")
            if name in {"href", "src"} and not ALLOWED_ADDRESS.match(value or ""):
                self.bad.append(f"{tag} {name}={value}")
            if name == "src" and not (value or "").startswith("data:"):
                self.bad.append(f"{tag} fetches {value}")

    handle_startendtag = handle_starttag


def bad(html: str) -> list[str]:
    reader = Reader()
    reader.feed(html)
    return reader.bad


ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '<img src="https://example.com/a.png">',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
    f'<img src="data:image/png;base64,{base64.b64encode(b"<svg onload=alert(1)>").decode()}">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" JaVaScRiPt:alert(1)">x</a>',
    '<a href="file:///etc/passwd">x</a>',
    '<a href="../../bob/hw/hw.html">x</a>',
    "[x](javascript:alert(1))",
    "![x](https://example.com/a.png)",
    '<div style="position:fixed;inset:0">graded: 20 of 20</div>',
    '<p class="score" id="marks">20 of 20</p>',
    "<svg><script>alert(1)</script></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "$\\text{<script>alert(1)</script>}$",
    "$$\\text{<img src=x onerror=alert(1)>}$$",
    '<form action="https://example.com"><input name=password></form>',
    '<meta http-equiv="refresh" content="0;url=https://example.com">',
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<b <script>alert(1)</script>",
    "<!--><script>alert(1)</script>-->",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
]


@pytest.mark.parametrize("text", ATTACKS)
def test_nothing_runs_and_nothing_is_fetched(text: str) -> None:
    assert bad(markdown(text)) == []
    assert bad(clean(text)) == []


def test_the_reader_of_these_tests_sees_attacks() -> None:
    assert bad("<script>") == ["script"]
    assert bad("<img src=x onerror=alert(1)>") == ["img src=x", "img fetches x", "img onerror"]
    assert bad('<a href="javascript:alert(1)" class="score">') == ["a href=javascript:alert(1)", "a class"]


@given(st.lists(st.sampled_from([*"<>/\"'=$[]()!`*_#|\n ", "script", "img src=", "onerror=", "svg", "math", "a"])))
def test_no_mixture_of_them_runs(parts: list[str]) -> None:
    text = "".join(parts)
    assert bad(markdown(text)) == []
    assert bad(clean(text)) == []


def test_what_is_harmless_stays() -> None:
    assert markdown("# A *b*\n\n`c` [d](https://example.com)") == (
        '<h3>A <em>b</em></h3>\n<p><code>c</code> <a href="https://example.com" '
        'rel="noopener noreferrer nofollow">d</a></p>\n'
    )
    image = f'<img alt="a plot" src="data:image/png;base64,{PNG}">'
    assert clean(image) == image
    assert clean("<table><tr><td>1</td></tr></table>") == "<table><tbody><tr><td>1</td></tr></tbody></table>"


def test_formulas_become_mathml() -> None:
    assert "<msup><mi>x</mi><mn>2</mn></msup>" in markdown("So $x^2$ it is.")
    assert '<math display="block">' in markdown("$$\\frac{1}{2}$$")
    assert markdown("costs $5 and $6") == "<p>costs $5 and $6</p>\n"
    assert f"<code>{'x' * (MATH_LIMIT + 1)}</code>" in markdown(f"${'x' * (MATH_LIMIT + 1)}$")


def test_headings_leave_the_page_its_own() -> None:
    assert markdown("# a\n## b\n###### c") == "<h3>a</h3>\n<h4>b</h4>\n<h6>c</h6>\n"


@pytest.mark.parametrize("sign", ["[", "*a", "`", ">", "<a ", "<div>", "|a", "- ", "$a", "[a](", "&#"])
def test_what_is_long_is_plain_text(sign: str) -> None:
    text = sign * (LIMIT + 1)
    assert markdown(text) == plain(text)
    assert clean(text) == plain(text)


def test_a_picture_is_what_it_says() -> None:
    assert picture("png", f"{PNG[:8]}\n{PNG[8:]}") == f"data:image/png;base64,{PNG}"
    assert picture("jpeg", PNG) is None
    assert picture("png", "no base64!") is None
    assert picture("png", base64.b64encode(b"<svg/>").decode()) is None


def test_words_have_code_in_them() -> None:
    assert words("use `x < y` & see") == "use <code>x &lt; y</code> &amp; see"
    assert words("one ` alone\x1b[0m") == "one ` alone\N{REPLACEMENT CHARACTER}[0m"


@pytest.mark.parametrize("text", ["a&#x202e;b", "a&#8238;b", "a\u202eb"])
def test_nothing_turns_the_direction_of_what_follows(text: str) -> None:
    assert clean(text) == "a\N{REPLACEMENT CHARACTER}b"
    assert markdown(text) == "<p>a\N{REPLACEMENT CHARACTER}b</p>\n"
