"""A marked notebook as a part of a page: a student's own work, with nothing in it that runs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup, escape
from nbconvert.filters import strip_ansi
from nbformat import NotebookNode
from nbgrader import utils
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import Python3Lexer

from autograder.publishing.clean_html import LIMIT, clean, markdown, picture, plain, printable

# A page stays near a megabyte whatever a notebook holds: so many characters of outputs, and of a cell so many of text.
ROOM = 600_000
TEXT_ROOM = 20_000
# So many of sources; and as HTML, in which a character may become thirty, so many before they are shown plainly.
SOURCE_ROOM = 100_000
COLOUR_ROOM = 600_000
NO_CELL = "This cell cannot be shown."
LEFT_OUT = "There is more here than a page has room for; your notebook has it."
_HIDDEN = re.compile(r"^[^\n]*### BEGIN HIDDEN TESTS.*?(### END HIDDEN TESTS[^\n]*|\Z)", re.S | re.M)


@dataclass(frozen=True)
class ShownCell:
    """`kind`: "markdown", "code" or "marks" (a marking cell, whose task is `task`). `answer`: the student was to fill
    it in. `number`: the cell's among all, from 1."""

    kind: str
    number: int
    source: Markup
    outputs: tuple[Markup, ...] = ()
    task: str = ""
    answer: bool = False


@dataclass
class _Room:
    """How much the page still takes."""

    outputs: int = ROOM
    sources: int = SOURCE_ROOM
    colours: int = COLOUR_ROOM
    said: bool = field(default=False)

    def take(self, name: str, size: int) -> bool:
        left = getattr(self, name) - size
        if left < 0:
            return False
        setattr(self, name, left)
        return True


def shown_cells(notebook: NotebookNode, *, ours: bool) -> list[ShownCell]:
    """The cells of a notebook in autograded/. `ours`: its marking cells are this kit's, of which a page shows nothing;
    else hidden tests are left out of them, and tracebacks, which would show them."""
    room = _Room()
    return list(filter(None, (_safely(number, cell, room, ours) for number, cell in enumerate(notebook.cells, 1))))


def _safely(number: int, cell: NotebookNode, room: _Room, ours: bool) -> ShownCell | None:
    """A cell that is not of nbformat's form costs itself, and no page."""
    try:
        return _shown(number, cell, room, ours)
    except Exception:  # there is no end to what may be wrong with it
        return ShownCell("markdown", number, Markup('<p class="note">{}</p>').format(NO_CELL))


def _shown(number: int, cell: NotebookNode, room: _Room, ours: bool) -> ShownCell | None:
    marks = utils.is_grade(cell) and not utils.is_solution(cell)
    task = str(cell.metadata.get("nbgrader", {}).get("grade_id", "")) if marks else ""
    if marks and ours:
        return ShownCell("marks", number, Markup(""), task=task)
    source = cell.source
    if marks:
        source = _HIDDEN.sub("# hidden tests", source)
    if not source.strip() and not cell.get("outputs"):
        return None
    if not room.take("sources", len(source)):
        return ShownCell(cell.cell_type, number, _left_out(room))
    answer = bool(utils.is_solution(cell))
    if cell.cell_type != "code":
        words = _in_colour(markdown(source), plain(source), room) if cell.cell_type == "markdown" else plain(source)
        return ShownCell("markdown", number, words, task=task, answer=answer)
    outputs = tuple(filter(None, _outputs(cell.get("outputs", ()), room, secretly=marks)))
    code = _in_colour(highlighted(source), escape(printable(source)), room)
    return ShownCell("code", number, code, outputs, task=task, answer=answer)


def _in_colour(rich: Markup, simple: Markup, room: _Room) -> Markup:
    return rich if room.take("colours", len(rich)) else simple


def highlighted(source: str) -> Markup:
    """Python code in colours, for inside `<pre class="code">`."""
    # pygments escapes; without a wrapper there is nothing but spans in it.
    return Markup(highlight(printable(source), Python3Lexer(stripnl=False), HtmlFormatter(nowrap=True)))


def style() -> str:
    """The colours of code, for light and for dark screens."""
    light = HtmlFormatter(style="default").get_style_defs(".code")
    dark = HtmlFormatter(style="github-dark").get_style_defs(".code")
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}"


def _outputs(rows: Sequence[Any], room: _Room, *, secretly: bool) -> Iterator[Markup]:
    text_left = TEXT_ROOM
    for row in rows:
        kind = row.get("output_type")
        if kind in ("stream", "error"):
            text = row.get("text", "") if kind == "stream" else _error(row, secretly)
            text = strip_ansi(text)
            cut = text[:text_left]
            text_left -= len(cut)
            shown = plain(cut)
            fits = room.take("outputs", len(shown))
            if cut and fits:
                yield shown
            if len(cut) < len(text) or not fits:
                yield _left_out(room)
        else:
            # What is read counts, too: a text that takes long may come to nothing.
            data = row.get("data", {})
            html = _rich(data) if room.take("outputs", _to_read(data)) else None
            if html is not None and room.take("outputs", max(0, len(html) - _to_read(data))):
                yield html
            else:
                yield _left_out(room)


def _to_read(data: Any) -> int:
    """How many characters of HTML and Markdown there are to clean."""
    return sum(min(len(_text(data.get(kind))), LIMIT) for kind in ("text/html", "text/markdown"))


def _error(row: Any, secretly: bool) -> str:
    if secretly:
        return str(row.get("ename", ""))
    return "\n".join(row.get("traceback", ())) or f"{row.get('ename')}: {row.get('evalue')}"


def _rich(data: Any) -> Markup:
    """The best form that a page may show."""
    for kind in ("png", "jpeg"):
        address = picture(kind, _text(data.get(f"image/{kind}")))
        if address:
            return Markup('<img class="output" alt="a picture that this cell drew" src="{}">').format(address)
    if "text/html" in data:
        return Markup('<div class="html">{}</div>').format(clean(_text(data["text/html"])))
    if "text/markdown" in data:
        return markdown(_text(data["text/markdown"]))
    return plain(_text(data.get("text/plain"))[:TEXT_ROOM])


def _text(value: Any) -> str:
    """nbformat on disk has lists of lines."""
    return "".join(map(str, value)) if isinstance(value, list) else value if isinstance(value, str) else ""


def _left_out(room: _Room) -> Markup:
    """Said once for a page, and not for each of a thousand cells."""
    if room.said:
        return Markup("")
    room.said = True
    return Markup('<p class="note">{}</p>').format(LEFT_OUT)
