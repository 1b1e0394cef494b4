"""What nbgrader's formgrader shows of a submission, without what could run in a grader's browser.

For `c.HTMLExporter.filters`, with `c.HTMLExporter.sanitize_html`: nbconvert's own templates ask for `clean_html`; the
formgrader's Markdown passes through `markdown2html` alone.
"""

from __future__ import annotations

from autograder.publishing.clean_html import clean, markdown


def markdown2html(text: str) -> str:
    """A cell's Markdown as HTML, cleaned."""
    return str(markdown(text))


def clean_html(html: str | bytes) -> str:
    """An output's HTML, cleaned."""
    return str(clean(html.decode("utf-8", "replace") if isinstance(html, bytes) else html))
